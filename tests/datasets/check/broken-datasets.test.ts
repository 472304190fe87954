import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Fact, StatedFact, SupersededFact } from '../../../harness/index.ts';
import { runCheckDatasets } from '../../../scripts/check-datasets/run.ts';
import {
  createSmallDataset,
  type SmallDataset,
  writeSmallDataset,
} from '../support/small-dataset.ts';

const TRANSCRIPT = 'small-ops.transcript.json';
const FACTS = 'small-ops.facts.json';
const flags: string[] = [];

interface Broken {
  name: string;
  change?: (dataset: SmallDataset) => void;
  /** Breaks what is on disk. */
  damage?: (folder: string) => Promise<void>;
  /** False where the wrong hash is the point. */
  hash?: boolean;
  place: string;
  reason: string | RegExp;
}

const fact = (dataset: SmallDataset, id: string): Fact => {
  const found = dataset.facts.facts.find((item) => item.id === `small-ops-${id}`);
  if (found === undefined) throw new Error(`no fact ${id}`);
  return found;
};
const stated = (dataset: SmallDataset, id: string): StatedFact => fact(dataset, id) as StatedFact;
const changed = (dataset: SmallDataset): SupersededFact =>
  fact(dataset, 'lease-value') as SupersededFact;
const at = (id: string): string => `${FACTS} small-ops-${id}`;
const say = (dataset: SmallDataset, index: number, text: string): void => {
  const block = dataset.transcript.messages[index]?.content[0];
  if (block?.type !== 'text') throw new Error('no text there');
  block.text += text;
};

const BROKEN: Broken[] = [
  {
    name: 'a corrupted quote',
    change: (d) =>
      Object.assign(stated(d, 'env-file').evidence[0] ?? {}, { quote: 'deploy/lease.emv' }),
    place: at('env-file'),
    reason: 'the quote "deploy/lease.emv" does not stand in the message "m9".',
  },
  {
    name: 'a quote of the wrong message',
    change: (d) => Object.assign(stated(d, 'env-file').evidence[0] ?? {}, { messageId: 'm6' }),
    place: at('env-file'),
    reason: 'the quote "deploy/lease.env" does not stand in the message "m6".',
  },
  {
    name: 'evidence in no message',
    change: (d) => Object.assign(stated(d, 'env-file').evidence[0] ?? {}, { messageId: 'm77' }),
    place: at('env-file'),
    reason: 'the evidence names the message "m77", and the transcript has none of that id.',
  },
  {
    name: 'a fact that survives without its evidence',
    change: (d) => say(d, 4, ' See LEASE-4471.'),
    place: at('lease-code'),
    reason: 'it survives without its evidence: "LEASE-4471" in m5.',
  },
  {
    name: 'a value that stands nowhere',
    change: (d) => {
      stated(d, 'lease-code').survives = { allOf: ['lease-4471'] };
    },
    place: at('lease-code'),
    reason: 'it does not survive in its own transcript: "lease-4471" stands nowhere in it.',
  },
  {
    name: 'a value outside its evidence',
    change: (d) => {
      stated(d, 'lease-code').survives = { allOf: ['LEASE-4471', 'orders service'] };
    },
    place: at('lease-code'),
    reason: '"orders service" stands in none of its quotes.',
  },
  {
    name: 'a shallow fact labelled deep',
    change: (d) => {
      stated(d, 'env-file').carrier = 'deep-tool-result';
    },
    place: at('env-file'),
    reason: 'its carrier is deep-tool-result, and its evidence stands in tool-call.',
  },
  {
    name: 'a deep fact labelled shallow',
    change: (d) => {
      stated(d, 'lease-code').carrier = 'tool-result';
    },
    place: at('lease-code'),
    reason: 'its carrier is tool-result, and its evidence stands in deep-tool-result.',
  },
  {
    name: 'evidence in the newest unit',
    change: (d) => {
      Object.assign(stated(d, 'env-file'), {
        carrier: 'tool-result',
        evidence: [{ messageId: 'm13', quote: 'nothing to commit' }],
        survives: { allOf: ['nothing to commit'] },
      });
    },
    place: at('env-file'),
    reason:
      'its evidence "nothing to commit" stands in the message m13, which every strategy keeps',
  },
  {
    name: 'evidence in the system message',
    change: (d) => {
      say(d, 0, ' The pager is P-77.');
      stated(d, 'no-restart').evidence.push({ messageId: 'm1', quote: 'P-77' });
    },
    place: at('no-restart'),
    reason: 'its evidence "P-77" stands in the message m1, which every strategy keeps',
  },
  {
    name: 'an assertion that runs code',
    change: (d) => {
      fact(d, 'lease-why').probe.assert = [{ type: 'javascript', value: 'process.exit(0)' }];
    },
    place: at('lease-why'),
    reason: 'assertion type "javascript" is not allowed.',
  },
  {
    name: 'an assertion without its value',
    change: (d) => {
      fact(d, 'lease-why').probe.assert = [{ type: 'icontains' }];
    },
    place: at('lease-why'),
    reason: 'icontains needs a text',
  },
  {
    name: 'only a judge',
    change: (d) => {
      fact(d, 'lease-why').probe.assert = [{ type: 'llm-rubric', value: 'names 31 seconds' }];
    },
    place: at('lease-why'),
    reason: 'all of its assertions need a judge.',
  },
  {
    name: 'a right answer that fails',
    change: (d) => {
      fact(d, 'lease-code').probe.right = 'It died with LEASE 4471.';
    },
    place: at('lease-code'),
    reason: 'its assertions fail the right answer "It died with LEASE 4471.".',
  },
  {
    name: 'a wrong answer that passes',
    change: (d) => fact(d, 'lease-code').probe.wrong.push('Not LEASE-4471.'),
    place: at('lease-code'),
    reason: 'its assertions pass the wrong answer "Not LEASE-4471.".',
  },
  {
    name: 'an empty answer that passes',
    change: (d) => {
      fact(d, 'lease-why').probe.assert = [
        { type: 'not-icontains-any', value: ['13', 'network', 'long', 'longer', 'known'] },
      ];
    },
    place: at('lease-why'),
    reason: 'its assertions pass the empty answer "".',
  },
  {
    name: '"not known" that passes',
    change: (d) => {
      fact(d, 'lease-why').probe.assert = [{ type: 'regex', value: '31|known' }];
    },
    place: at('lease-why'),
    reason: 'its assertions pass the answer "not known".',
  },
  {
    name: 'a question that passes as its own answer',
    change: (d) => {
      fact(d, 'no-restart').probe.assert = [
        { type: 'icontains-any', value: ['primary', 'forbid'] },
      ];
    },
    place: at('no-restart'),
    reason:
      'its assertions pass the question as an answer "What did the user forbid during this work?".',
  },
  {
    name: 'assertions that no quote can meet',
    change: (d) => {
      fact(d, 'lease-code').probe.assert = [{ type: 'equals', value: 'It died with LEASE-4471.' }];
    },
    place: at('lease-code'),
    reason: 'its assertions fail a reader that quotes the evidence word for word.',
  },
  {
    name: 'one wrong answer',
    change: (d) => {
      fact(d, 'lease-code').probe.wrong = ['LEASE-4417', 'lease 4417!'];
    },
    place: at('lease-code'),
    reason: 'it has 1 different wrong answer.',
  },
  {
    name: 'no near miss',
    change: (d) => {
      fact(d, 'lease-code').probe.wrong = ['A timeout.', 'The disk was full.'];
    },
    place: at('lease-code'),
    reason: 'none of its wrong answers is a near miss.',
  },
  {
    name: 'a question that gives its answer away',
    change: (d) => {
      fact(d, 'env-file').probe.question = 'Was deploy/LEASE.env the file of the last change?';
    },
    place: at('env-file'),
    reason: 'its question gives "deploy/lease.env" away.',
  },
  {
    name: 'a paraphrase that is the question again',
    change: (d) => {
      fact(d, 'env-file').probe.paraphrase =
        'In which environment file was the very last change made?';
    },
    place: at('env-file'),
    reason: 'its paraphrase shares 90 % of its words with the question.',
  },
  {
    name: 'a probe that the floor answers',
    change: (d) => {
      say(
        d,
        0,
        ' The last change of an environment file is always made in deploy/lease.env or deploy/queue.env.',
      );
      stated(d, 'env-file').survives = { allOf: ['s/lease=45/lease=90/ deploy/lease.env'] };
      stated(d, 'env-file').evidence = [
        { messageId: 'm9', quote: 's/lease=45/lease=90/ deploy/lease.env' },
      ];
    },
    place: at('env-file'),
    reason: 'its question is answered at the floor, from messages that every strategy keeps',
  },
  {
    name: 'two probes alike',
    change: (d) => {
      const twin = structuredClone(fact(d, 'env-file'));
      twin.id = 'small-ops-twin';
      twin.probe.question = 'Which file under deploy holds the lease?';
      twin.probe.paraphrase = 'Where is the time limit of the importer kept?';
      d.facts.facts.push(twin);
    },
    place: `${FACTS} small-ops-twin`,
    reason: 'its probe is that of small-ops-env-file again.',
  },
  {
    name: 'a question asked twice',
    change: (d) => {
      fact(d, 'owner').probe.paraphrase = 'Which code did the importer die with!';
    },
    place: at('owner'),
    reason: 'its probe is that of small-ops-lease-code again.',
  },
  {
    name: 'more than ten facts of one template',
    change: (d) => {
      for (let n = 1; n <= 11; n++) {
        const copy = structuredClone(fact(d, 'owner'));
        copy.id = `small-ops-owner-${n}`;
        copy.probe.question = `Which team owns the queue q${n}?`;
        copy.probe.paraphrase = `Who answers for q${n} at night ${'very '.repeat(n)}often?`;
        d.facts.facts.push(copy);
      }
    },
    place: `${FACTS} small-ops-owner-11`,
    reason: '11 facts are made from the template "which team owns the queue #".',
  },
  {
    name: 'an id that is there twice',
    change: (d) => {
      fact(d, 'owner').id = 'small-ops-env-file';
    },
    place: at('env-file'),
    reason: 'the fact id is there twice;',
  },
  {
    name: 'a fact of another transcript',
    change: (d) => {
      fact(d, 'owner').transcript = 'large-ops';
    },
    place: at('owner'),
    reason: 'the fact names the transcript "large-ops", and stands among those of "small-ops".',
  },
  {
    name: 'an old value without evidence',
    change: (d) => {
      changed(d).old.value = '60 seconds';
    },
    place: at('lease-value'),
    reason: 'the old value "60 seconds" stands in none of its quotes.',
  },
  {
    name: 'an old value that is part of the new one',
    change: (d) => {
      changed(d).old = { value: 'seconds', evidence: [{ messageId: 'm5', quote: '45 seconds' }] };
    },
    place: at('lease-value'),
    reason: 'the old value "seconds" and the new one "90 seconds" cannot be told apart',
  },
  {
    name: 'a right answer with the old value',
    change: (d) => {
      changed(d).probe.right = 'It is 90 seconds, before it was 45.';
    },
    place: at('lease-value'),
    reason: 'the right answer gives the old value "45".',
  },
  {
    name: 'old and new value swapped',
    change: (d) => {
      const item = changed(d);
      item.old = { value: '90', evidence: item.evidence };
      Object.assign(item, {
        carrier: 'assistant',
        evidence: [{ messageId: 'm5', quote: 'raise the lease timeout to 45 seconds' }],
        survives: { allOf: ['lease timeout to 45 seconds'] },
      });
    },
    place: at('lease-value'),
    reason: 'all evidence of the old value stands after that of the new one.',
  },
  {
    name: 'a superseded fact that no wrong answer tests',
    change: (d) => {
      changed(d).probe.wrong = ['It is 80 seconds.', 'It is 60 seconds.'];
    },
    place: at('lease-value'),
    reason: 'no wrong answer gives the old value "45".',
  },
  {
    name: 'an absent fact that the transcript states',
    change: (d) => say(d, 4, ' The payments team owns it.'),
    place: at('owner'),
    reason: 'its wrong answer "The payments team." claims only what stands in the transcript.',
  },
  {
    name: 'a mail address',
    change: (d) => say(d, 1, ' Mail jane.doe@orders-company.com when done.'),
    place: `${TRANSCRIPT} m2`,
    reason: 'it holds something that looks like: mail-address.',
  },
  {
    name: 'a home folder',
    change: (d) => say(d, 4, ' It is in /home/jdoe/notes.txt.'),
    place: `${TRANSCRIPT} m5`,
    reason: 'it holds something that looks like: home-folder.',
  },
  {
    name: 'a public address',
    change: (d) => say(d, 4, ' The host is 81.2.69.142.'),
    place: `${TRANSCRIPT} m5`,
    reason: 'it holds something that looks like: public-ip.',
  },
  {
    name: 'a bare AWS key id',
    change: (d) => say(d, 4, ' It used AKIAQ3EGRIXRWQVD2XEV.'),
    place: `${TRANSCRIPT} m5`,
    reason: 'it holds something that looks like: aws-access-key.',
  },
  {
    name: 'a token in a fact',
    change: (d) => {
      fact(d, 'owner').statement += ` ghp_${'a1B2c3'.repeat(6)}`;
    },
    place: at('owner'),
    reason: /it holds something that looks like: github/,
  },
  {
    name: 'a canary that is missing from a file',
    change: (d) => {
      d.facts.canary = 'none';
    },
    place: FACTS,
    reason: 'its canary is "none", and dataset.json says "compactor-bench canary',
  },
  {
    name: 'a canary without an id',
    change: (d) => {
      d.facts.canary = d.transcript.canary = d.index.canary = 'do not train';
    },
    place: 'dataset.json',
    reason: 'its canary holds no unique id.',
  },
  {
    name: 'a wrong hash',
    change: (d) => say(d, 4, ' One more word.'),
    hash: false,
    place: TRANSCRIPT,
    reason:
      /the hash of its messages, tools, usage and pins is [0-9a-f]{12}…, and dataset\.json says/,
  },
  {
    name: 'a missing card',
    damage: (folder) => rm(join(folder, 'CARD.md')),
    place: 'dataset.json',
    reason: 'the card "CARD.md" is not in the folder.',
  },
  {
    name: 'a transcript that no index lists',
    damage: async (folder) => {
      const text = await readFile(join(folder, TRANSCRIPT), 'utf8');
      await writeFile(join(folder, 'other.transcript.json'), text);
    },
    place: 'other.transcript.json',
    reason: 'dataset.json does not list it.',
  },
  {
    name: 'a facts file that is no JSON',
    damage: (folder) => writeFile(join(folder, FACTS), '{"transcript": "small-ops",'),
    place: FACTS,
    reason: 'the file is not JSON',
  },
  {
    name: 'a kind that there is not',
    change: (d) => Object.assign(fact(d, 'owner'), { kind: 'rumour' }),
    place: `${FACTS} facts[5] (small-ops-owner).kind`,
    reason: "Invalid discriminator value. Expected 'identifier'",
  },
  {
    name: 'a recorded call without its result',
    change: (d) => {
      d.transcript.source.kind = 'recorded';
      d.transcript.messages.splice(6, 1);
    },
    place: `${TRANSCRIPT} m6`,
    reason: 'the call "c2" has no result.',
  },
  {
    name: 'a recorded transcript with few facts',
    change: (d) => {
      d.transcript.source.kind = 'recorded';
    },
    place: TRANSCRIPT,
    reason: 'it has 6 facts.',
  },
  {
    name: 'a recorded transcript that is too short',
    change: (d) => {
      d.transcript.source.kind = 'recorded';
      const block = d.transcript.messages[3]?.content[0];
      if (block?.type === 'tool_result')
        block.text = 'FATAL lease lost, code LEASE-4471 on shard 9';
    },
    place: TRANSCRIPT,
    reason: /it has \d{2,3} tokens\./,
  },
  {
    name: 'a recorded pin that stands nowhere',
    change: (d) => {
      d.transcript.source.kind = 'recorded';
      d.transcript.pins = ['Always restart the primary'];
    },
    place: `${TRANSCRIPT} pins`,
    reason: 'the pinned line "Always restart the primary" stands nowhere in the transcript.',
  },
];

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const remove of cleanups.splice(0)) await remove();
});

async function check(broken: Pick<Broken, 'change' | 'damage' | 'hash'>) {
  const dataset = createSmallDataset();
  broken.change?.(dataset);
  const written = await writeSmallDataset(dataset, { hash: broken.hash !== false });
  cleanups.push(written.remove);
  await broken.damage?.(written.folder);
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => errors.push(String(line)));
  const args = { options: {}, operands: [written.folder], unknownFlags: [] };
  const exitCode = await runCheckDatasets(args, flags);
  const prefix = `E_DATASET ${written.folder.replace(/^\//, '/')}/`;
  return { exitCode, out: out.join('\n'), errors: errors.map((line) => line.replace(prefix, '')) };
}

// promptfoo takes a second to load: outside the time of the first case.
beforeAll(async () => {
  await check({});
}, 120_000);

test('the good dataset has no problem and prints its balance', async () => {
  const { exitCode, out, errors } = await check({});
  expect(errors).toEqual([]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^superseded +1 {2,}16\.7 %$/m);
  expect(out).toMatch(/^small-ops +small +operations +dev +imported +short/m);
});

test.each(BROKEN)('$name: exit code 1, with the place and the reason', async (broken) => {
  const { exitCode, errors } = await check(broken);
  expect(exitCode).toBe(1);
  const { place, reason } = broken;
  const here = errors.filter((line) => line.startsWith(`${place}: `));
  expect(here.length === 0 ? errors : here).toContainEqual(
    reason instanceof RegExp
      ? expect.stringMatching(reason)
      : expect.stringContaining(`${place}: ${reason}`),
  );
});

test('at least 20 ways to break a dataset are tried', () => {
  expect(new Set(BROKEN.map(({ name }) => name)).size).toBe(BROKEN.length);
  expect(BROKEN.length).toBeGreaterThanOrEqual(20);
});
