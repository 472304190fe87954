import { BenchError, type Carrier, type Fact } from '../../harness/index.ts';
import type { Minter } from './mint.ts';
import type { Slot } from './skeleton.ts';
import type { GenerateSpec } from './spec.ts';
import { FACT_TEMPLATES, type FactTemplate } from './templates.ts';

const SLOT_TYPE: Record<Carrier, Slot['type']> = {
  user: 'user',
  assistant: 'assistant',
  'tool-call': 'call',
  'tool-result': 'result',
  'deep-tool-result': 'result',
};

/** Sentences of facts in one message: more would push a result's plain ones past its first 2,000 characters. */
const MAX_PLANTS = 8;

/** Index of the first message after the first request: before it, no value can have been replaced. */
const FIRST_AFTER_REQUEST = 2;

/** Plants facts in the slots of a transcript, at the places that the settings ask for. Throws E_CONFIG where they do not fit. */
export function plantFacts(options: {
  spec: GenerateSpec;
  count: number;
  slots: readonly Slot[];
  mint: Minter;
}): Fact[] {
  const { spec, count, slots, mint } = options;
  const choices = FACT_TEMPLATES.filter(({ kind }) => spec.kinds.includes(kind)).flatMap(
    (template) => {
      const carriers = spec.carriers.filter((carrier) => carrier in template.carriers);
      return template.kind === 'absent' || carriers.length > 0 ? [{ template, carriers }] : [];
    },
  );
  if (choices.length === 0) {
    throw new BenchError({
      code: 'E_CONFIG',
      place: 'carriers',
      message: `none of the kinds ${spec.kinds.join(', ')} can stand in ${spec.carriers.join(', ')}.`,
      remedy: 'Allow more kinds or carriers.',
    });
  }
  return Array.from({ length: count }, (_, index) => {
    const { template, carriers } = choices[index % choices.length] ?? neverEmpty();
    const turn = Math.floor(index / choices.length);
    const carrier = carriers[turn % Math.max(1, carriers.length)] ?? 'user';
    const at = Math.floor(positionOf(spec, index, count) * slots.length);
    return plantFact({ id: `${spec.id}-${index + 1}`, spec, template, carrier, at, slots, mint });
  });
}

function plantFact(options: {
  id: string;
  spec: GenerateSpec;
  template: FactTemplate;
  carrier: Carrier;
  at: number;
  slots: readonly Slot[];
  mint: Minter;
}): Fact {
  const { id, spec, template, carrier, at, slots, mint } = options;
  const { fill, value, answer } = mint(template);
  const base = {
    id,
    transcript: spec.id,
    statement: fill(template.statement),
    probe: {
      question: fill(template.question),
      paraphrase: fill(template.paraphrase),
      assert: [{ type: 'icontains', value: template.kind === 'absent' ? 'not known' : answer }],
      right: fill(template.right),
      wrong: template.wrong.map(fill),
    },
  };
  if (template.kind === 'absent') return { ...base, kind: 'absent' };
  const slot = findSlot({
    slots,
    at,
    carrier,
    from: template.kind === 'superseded' ? FIRST_AFTER_REQUEST : 1,
    below: slots.length,
  });
  const evidence = [plant(slot, fill(template.carriers[carrier] ?? '{v}'), carrier)];
  const stated = { ...base, carrier, evidence, survives: { allOf: [value] } };
  if (template.kind !== 'superseded') return { ...stated, kind: template.kind };
  const earlier = findSlot({
    slots,
    at: Math.floor(slot.index / 2),
    carrier: 'user',
    from: 1,
    below: slot.index,
  });
  const old = plant(earlier, fill(template.old ?? '{o}'), 'user');
  return { ...stated, kind: 'superseded', old: { value: fill('{o}'), evidence: [old] } };
}

/** The free slot of a carrier's type that is nearest to an index, between `from` and `below`. */
function findSlot(options: {
  slots: readonly Slot[];
  at: number;
  carrier: Carrier;
  from: number;
  below: number;
}): Slot {
  const { slots, at, carrier, from, below } = options;
  const fits = (index: number): Slot | null => {
    const slot = slots[index];
    if (slot === undefined || slot.kept || index < from || index >= below) return null;
    return slot.type === SLOT_TYPE[carrier] && slot.plants.length < MAX_PLANTS ? slot : null;
  };
  for (let distance = 0; distance < slots.length; distance++) {
    const slot = fits(at + distance) ?? fits(at - distance);
    if (slot !== null) return slot;
  }
  throw new BenchError({
    code: 'E_CONFIG',
    place: 'facts',
    message: `no room left for a fact in a message that a ${carrier} fact may stand in.`,
    remedy: 'Ask for fewer facts, more messages, or more carriers.',
  });
}

function plant(slot: Slot, text: string, carrier: Carrier): { messageId: string; quote: string } {
  slot.plants.push({ text, deep: carrier === 'deep-tool-result' });
  return { messageId: messageId(slot), quote: text };
}

/** Id of the message that a slot becomes. */
export function messageId(slot: Slot): string {
  return `m${slot.index + 1}`;
}

function positionOf(spec: GenerateSpec, index: number, count: number): number {
  if (spec.positions !== null) return spec.positions[index % spec.positions.length] ?? 0;
  return count === 1 ? spec.from : spec.from + ((spec.to - spec.from) * index) / (count - 1);
}

function neverEmpty(): never {
  throw new RangeError('an index past the end of a list that was counted');
}
