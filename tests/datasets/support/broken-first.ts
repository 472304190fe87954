import { at, type Broken, FACTS, fact, say, stated } from './broken.ts';

/** Ways to break a dataset. */
export const BROKEN_FIRST: Broken[] = [
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
];
