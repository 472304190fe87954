import { describe, expect, it } from 'vitest';
import {
  compactionKey,
  createScriptedModel,
  gradeKey,
  KEY_VERSION,
  pairKey,
  planCells,
} from '../../harness/index.ts';
import { smallFacts, smallSpec, smallTranscript } from './support/small-run.ts';

function cell() {
  const [first] = planCells(smallSpec({ budgets: [0.5] }));
  if (first === undefined) throw new Error('nothing was planned');
  return first;
}

const reader = { id: 'lexical', digest: null, promptHash: 'p1' };
const graders = [{ id: 'promptfoo' }];
const questionForms = ['question'] as const;

describe('keys of version 1', () => {
  // These values must not be changed: a change of a key needs a new key version, and these stay beside the new ones.
  it('are what they were when the version was fixed', () => {
    const compaction = cell().compactionKey;
    expect(KEY_VERSION).toBe('k1');
    expect(compaction).toMatchInlineSnapshot(`"k1c-991f352d5422bb7807a846eb9a340ef3"`);
    expect(
      gradeKey({
        compactionKey: compaction,
        round: 1,
        reader,
        facts: smallFacts(),
        graders,
        questionForms,
      }),
    ).toMatchInlineSnapshot(`"k1g-e9a978553abde2fa47b7811849c69f42"`);
    expect(cell().pairKey).toMatchInlineSnapshot(`"k1p-ac059704f7ed309103508e06b616bfed"`);
  });
});

describe('a compaction key', () => {
  it('changes with whatever changes the context', () => {
    const base = cell();
    const { transcript, compactor } = base;
    const model = createScriptedModel({ id: 'm', answers: ['a'] });
    const variants = [
      base,
      { ...base, transcript: { ...transcript, pins: ['keep this'] } },
      { ...base, transcript: { ...transcript, messages: transcript.messages.slice(1) } },
      { ...base, compactor: { ...compactor, version: 2 } },
      { ...base, compactor: { ...compactor, name: 'other' } },
      { ...base, compactor: { ...compactor, params: { keep: 2 } } },
      { ...base, budget: { ratio: 0.5, targetTokens: 7 } },
      { ...base, windowTokens: 9 },
      { ...base, budgets: { attemptMs: 5, totalMs: null } },
      { ...base, budgets: { attemptMs: null, totalMs: 5 } },
      { ...base, models: { main: model, small: null } },
      { ...base, models: { main: model, small: model } },
      { ...base, mode: 'continuation' as const, fault: 'none' },
      { ...base, fault: '500:always' },
      { ...base, trial: 2 },
      { ...base, seed: 2 },
      { ...base, counterName: 'approximate' },
      { ...base, virtualSpeed: 2 },
      { ...base, hook: { contextWindow: 10, compactAt: 0.7, compactTo: 0.4 } },
    ];
    expect(new Set(variants.map(compactionKey)).size).toBe(variants.length);
  });

  it('does not change with facts, titles or the order of object members', () => {
    const base = cell();
    const retitled = { ...smallTranscript(), title: 'another', facts: [] };
    expect(compactionKey({ ...base, transcript: retitled })).toBe(base.compactionKey);
  });
});

describe('a pair key', () => {
  it('ignores version, params and code, and a ratio stands for the budget', () => {
    const base = {
      transcript: 't',
      compactor: 'c',
      model: 'm',
      smallModel: null,
      reader: 'lexical',
      budgetRatio: 0.4,
      targetTokens: 100,
      mode: 'one-shot' as const,
      round: 1,
      fault: 'none',
      trial: 1,
    };
    expect(pairKey({ ...base, targetTokens: 101 })).toBe(pairKey(base));
    expect(pairKey({ ...base, budgetRatio: null })).not.toBe(pairKey(base));
    expect(pairKey({ ...base, reader: null })).not.toBe(pairKey(base));
    expect(pairKey({ ...base, round: 2 })).not.toBe(pairKey(base));
  });
});

describe('a grade key', () => {
  it('changes with reader, prompt, facts, judge and wording', () => {
    const base = {
      compactionKey: 'k',
      round: 1,
      reader,
      facts: smallFacts(),
      graders,
      questionForms,
    };
    const variants = [
      base,
      { ...base, round: 2 },
      { ...base, reader: { ...reader, promptHash: 'p2' } },
      { ...base, reader: { ...reader, digest: 'd' } },
      { ...base, facts: smallFacts().slice(1) },
      { ...base, graders: [{ id: 'promptfoo', judge: { id: 'j', digest: null } }] },
      { ...base, questionForms: ['question', 'paraphrase'] as const },
    ];
    expect(new Set(variants.map(gradeKey)).size).toBe(variants.length);
  });
});
