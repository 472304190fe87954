import type { ConversationSink, SourceBlock } from '../sink.ts';

/** Gathers the parts of a message that holds whole steps, and writes each step as an assistant message and its results. */
export interface StepWriter {
  add(...blocks: SourceBlock[]): Promise<void>;
  call(call: SourceBlock, result: SourceBlock | null): void;
  flush(): Promise<void>;
}

/** A writer with nothing gathered. Text that follows a result begins a new step. */
export function createStepWriter(sink: ConversationSink, place: string): StepWriter {
  let content: SourceBlock[] = [];
  let results: SourceBlock[] = [];
  const flush = async () => {
    if (content.length > 0) await sink.message({ role: 'assistant', content, place });
    if (results.length > 0) await sink.message({ role: 'tool', content: results, place });
    content = [];
    results = [];
  };
  return {
    flush,
    async add(...blocks) {
      if (results.length > 0) await flush();
      content.push(...blocks);
    },
    call(call, result) {
      content.push(call);
      if (result !== null) results.push(result);
    },
  };
}
