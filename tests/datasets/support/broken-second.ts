import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at, type Broken, changed, FACTS, fact, say, TRANSCRIPT } from './broken.ts';

/** Ways to break a dataset. */
export const BROKEN_SECOND: Broken[] = [
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
