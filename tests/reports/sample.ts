import type { RunRecord } from '../../harness/index.ts';
import { type CellSpec, call, cell, factInfo, failedCell, graded, log, probe } from './support.ts';

const FACTS = ['t1', 't2'].flatMap((transcript) => [
  factInfo(`${transcript}-f1`, transcript, { position: 1 }),
  factInfo(`${transcript}-f2`, transcript, { kind: 'error', carrier: 'tool-result', position: 5 }),
  factInfo(`${transcript}-f3`, transcript, {
    kind: 'superseded',
    carrier: 'assistant',
    position: 9,
  }),
  factInfo(`${transcript}-f4`, transcript, {
    kind: 'absent',
    carrier: null,
    position: null,
    quote: null,
  }),
]);

function gradedCell(spec: CellSpec & { right: string[] }): RunRecord[] {
  const { right, ...rest } = spec;
  const transcript = rest.transcript ?? 't1';
  const facts = [1, 2, 3].map((n) => `${transcript}-f${n}`);
  const record = cell({
    ...rest,
    facts,
    kept: (rest.kept ?? []).map((id) => `${transcript}-${id}`),
  });
  const probes = FACTS.filter((fact) => fact.transcript === transcript).map((fact) => {
    const isRight = right.includes(fact.id.slice(3));
    return probe(fact.id, isRight ? 'right' : 'wrong', {
      kind: fact.kind,
      carrier: fact.carrier,
      position: fact.position,
      stale: fact.kind === 'superseded' ? !isRight : null,
      invented: fact.kind === 'absent' ? !isRight : null,
    });
  });
  return [record, graded(record, probes)];
}

/** Two transcripts, three compactors with the controls, one model with a failure, a fallback and a missing recording. */
export function sampleRun(): RunRecord[] {
  const records = ['t1', 't2'].flatMap((transcript) => [
    ...gradedCell({
      compactor: 'identity',
      role: 'ceiling',
      status: 'skipped',
      reason: 'would-change-nothing',
      transcript,
      tokensAfter: 1000,
      kept: ['f1', 'f2', 'f3'],
      right: ['f1', 'f2', 'f3', 'f4'],
    }),
    ...gradedCell({
      compactor: 'drop-all',
      role: 'floor',
      transcript,
      tokensAfter: 50,
      kept: [],
      right: ['f4'],
    }),
    ...gradedCell({
      compactor: 'random-keep',
      role: 'random',
      transcript,
      tokensAfter: 200,
      kept: ['f1'],
      right: ['f1', 'f4'],
    }),
    ...gradedCell({
      compactor: 'sliding-window',
      transcript,
      tokensAfter: 200,
      kept: transcript === 't1' ? ['f1', 'f2'] : ['f3'],
      right: ['f3', 'f4'],
    }),
  ]);
  const asks = {
    compactor: 'summary',
    model: 'recorded:tiny',
    tier: 'weak',
    calls: [call()],
    latencyMs: 1500,
  };
  const failed = failedCell({
    ...asks,
    cause: 'empty',
    transcript: 't1',
    facts: ['t1-f1', 't1-f2', 't1-f3'],
    calls: [call({ cause: 'empty' })],
  });
  const missing = failedCell({
    ...asks,
    cause: 'no-recording',
    transcript: 't2',
    trial: 2,
    facts: [],
  });
  return log(
    [
      ...records,
      failed,
      ...gradedCell({
        ...asks,
        transcript: 't2',
        status: 'fallback',
        cause: 'not-smaller',
        step: 'unchanged',
        tokensAfter: 1000,
        kept: ['f1', 'f2', 'f3'],
        right: ['f1', 'f2', 'f4'],
      }),
      missing,
    ],
    {
      facts: FACTS,
      settings: { modelsReason: 'Ollama was not reachable, so the recorded model was used.' },
      models: [
        {
          id: 'recorded:tiny',
          name: 'tiny',
          digest: 'abc',
          contextTokens: 8192,
          parameters: 135e6,
          quantization: 'Q4_1',
          tier: 'weak',
          recordingsHash: 'r',
          settings: {},
        },
      ],
    },
  );
}
