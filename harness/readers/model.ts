import { ModelError } from '../errors.ts';
import type { NextStepRequest, Reader, ReaderAnswer } from '../types/grade.ts';
import type { GenerateResponse, ModelClient } from '../types/model.ts';
import type { UnscoredReason } from '../types/status.ts';
import { isAbstention } from './abstention.ts';
import {
  type BuiltPrompt,
  buildNextStepPrompt,
  buildProbePrompt,
  READER_PROMPT_HASH,
} from './prompts.ts';
import { renderContext } from './render.ts';

/** Tokens that a chat template may add around a prompt; kept free in the model's context. */
const TEMPLATE_TOKENS = 64;

/** Reading is not repeated: every question is asked at temperature 0 with one seed. */
const SEED = 1;

const MAX_DETAIL = 300;

/**
 * A reader that asks a model: one call a probe, context first and question last, so that a server can reuse the prefix.
 * Never throws for a model's failure: a prompt that does not fit is unscored(too-long-for-reader), a cut prompt, a cut-off answer or
 * one that is all reasoning unscored(void), a missing recording unscored(no-recording), anything else unscored(model-error).
 * `canAbstain` false is for models that never say that they do not know: stale and invented are then missing.
 */
export function createModelReader(
  client: ModelClient,
  options: { canAbstain?: boolean } = {},
): Reader {
  return {
    id: client.info.id,
    digest: client.info.digest,
    promptHash: READER_PROMPT_HASH,
    canAbstain: options.canAbstain ?? true,
    async read(request) {
      const context = renderContext(request.messages);
      const answers: ReaderAnswer[] = [];
      let sharedTokens: number | null = null;
      for (const question of request.questions) {
        const prompt = buildProbePrompt(context, question);
        sharedTokens ??= client.estimateTokens(prompt.shared);
        answers.push(await ask({ client, prompt, sharedTokens, kind: 'probe', request }));
      }
      return answers;
    },
    next(request) {
      const prompt = buildNextStepPrompt(renderContext(request.messages), request.tools);
      const sharedTokens = client.estimateTokens(prompt.shared);
      return ask({ client, prompt, sharedTokens, kind: 'continuation', request });
    },
    ...(client.close ? { close: () => client.close?.() ?? Promise.resolve() } : {}),
  };
}

interface Question {
  client: ModelClient;
  prompt: BuiltPrompt;
  sharedTokens: number;
  kind: 'probe' | 'continuation';
  request: NextStepRequest;
}

async function ask(question: Question): Promise<ReaderAnswer> {
  const { client, prompt, sharedTokens, kind, request } = question;
  const needed =
    sharedTokens + client.estimateTokens(prompt.own) + prompt.maxOutputTokens + TEMPLATE_TOKENS;
  if (needed > client.info.contextTokens) {
    return unscored(
      'too-long-for-reader',
      `about ${needed} tokens with the answer, the model's context holds ${client.info.contextTokens}`,
    );
  }
  try {
    const response = await client.generate({
      messages: prompt.messages,
      format: { type: 'text' },
      maxOutputTokens: prompt.maxOutputTokens,
      temperature: 0,
      seed: SEED,
      purpose: {
        kind,
        promptId: prompt.promptId,
        promptHash: prompt.promptHash,
        task: request.task,
      },
      clock: request.clock,
      signal: request.signal,
    });
    return toAnswer(response);
  } catch (error) {
    return unscored(reasonOf(error), describeError(error));
  }
}

function toAnswer(response: GenerateResponse): ReaderAnswer {
  const text = response.text.trim();
  if (response.stopReason === 'length') return unscored('void', 'the answer was cut off');
  if (text === '' && response.reasoning !== null && response.reasoning !== '') {
    return unscored('void', 'the answer was all reasoning');
  }
  if (response.stopReason === 'filtered' || response.stopReason === 'refusal') {
    return unscored('model-error', response.stopReason);
  }
  return { status: 'answered', text, abstained: isAbstention(text), response };
}

function reasonOf(error: unknown): UnscoredReason {
  if (!(error instanceof ModelError)) return 'model-error';
  switch (error.reason) {
    case 'no-recording':
      return 'no-recording';
    case 'overflow':
      return 'too-long-for-reader';
    case 'context-truncated':
    case 'cut-off':
    case 'reasoning-only':
      return 'void';
    default:
      return 'model-error';
  }
}

function describeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_DETAIL);
}

function unscored(reason: UnscoredReason, detail: string): ReaderAnswer {
  return { status: 'unscored', reason, detail };
}
