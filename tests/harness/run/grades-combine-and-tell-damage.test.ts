import { describe, expect, it } from 'vitest';
import { type Grade, type Grader, type Reader, readRunLog } from '../../../harness/index.ts';
import { givesOldValue } from '../../../harness/run/index.ts';
import {
  inlineReader,
  inlineSource,
  keeping,
  runSmall,
  smallFacts,
  smallSpec,
  temporaryFolder,
} from '../support/small-run.ts';

function superseded(value: string, old: string) {
  const fact = smallFacts()[1];
  if (fact?.kind !== 'superseded') throw new Error('facts changed');
  return { ...fact, survives: { allOf: [value] }, old: { ...fact.old, value: old } };
}

describe('an answer gives the old value', () => {
  it.each([
    ['9090', '8080', 'The port is 8080.', true],
    ['9090', '8080', 'The port is 9090.', false],
    ['9090', '8080', 'It was 8080 and is 9090.', true],
    ['18080', '8080', 'The port is 18080.', false],
    ['v1.2-rc', 'v1.2', 'It is v1.2-rc.', false],
    ['v1.2-rc', 'v1.2', 'It is v1.2, later v1.2-rc.', true],
  ])('new %s, old %s, answer %j: %s', (value, old, answer, expected) => {
    expect(givesOldValue(superseded(value, old), answer)).toBe(expected);
  });
});

async function probesOf(options: {
  answer: string;
  graders?: Grader[];
  canAbstain?: boolean;
  forms?: ('question' | 'paraphrase')[];
}) {
  const dir = await temporaryFolder();
  const { answer, graders = [], canAbstain = true, forms = ['question'] } = options;
  await runSmall(dir, smallSpec({ compactors: [inlineSource({ compact: keeping('m0', 'm7') })] }), {
    readers: [{ ...inlineReader(() => answer), canAbstain }],
    graders,
    questionForms: forms,
  });
  const graded = (await readRunLog(dir)).find((record) => record.type === 'graded');
  return graded?.type === 'graded' ? graded.probes : [];
}

const grader = (id: string, give: (answer: string) => Grade): Grader => ({
  id,
  grade: async ({ answer }) => give(answer),
});
const scored = (id: string, score: number, pass: boolean): Grade => ({
  status: 'scored',
  score,
  pass,
  grader: id,
  reason: null,
});

describe('a context', () => {
  it('is read once for all cells that share it, and again where a model failed', async () => {
    const read = { whole: 0, failing: 0 };
    const whole: Reader = {
      ...inlineReader(() => 'x'),
      read: async ({ questions }) => {
        read.whole += 1;
        return questions.map(() => ({
          status: 'answered',
          text: 'x',
          abstained: false,
          response: null,
        }));
      },
    };
    const failing: Reader = {
      ...whole,
      id: 'failing',
      read: async ({ questions }) => {
        read.failing += 1;
        return questions.map(() => ({ status: 'unscored', reason: 'model-error', detail: 'busy' }));
      },
    };
    const spec = smallSpec({
      compactors: [inlineSource({ compact: keeping('m0', 'm7') })],
      budgets: [0.2, 0.4, 0.6],
    });
    await runSmall(await temporaryFolder(), spec, { readers: [whole, failing], concurrency: 1 });
    expect(read).toEqual({ whole: 1, failing: 3 });
  });
});

describe('a probe', () => {
  it('tells stale and invented where the reader can abstain, and leaves them open where it cannot', async () => {
    const damage = async (answer: string, canAbstain: boolean) =>
      (await probesOf({ answer, canAbstain })).map(({ stale, invented }) => [stale, invented]);
    expect(await damage('It is 900', true)).toEqual([
      [null, null],
      [true, null],
      [null, true],
    ]);
    expect(await damage('not known', true)).toEqual([
      [null, null],
      [false, null],
      [null, false],
    ]);
    expect(await damage('It is 900', false)).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('takes the lowest of several grades, and none where one could not be given', async () => {
    const good = grader('good', () => scored('good', 1, true));
    const poor = grader('poor', () => scored('poor', 0.4, false));
    const lost = grader('lost', () => ({
      status: 'unscored',
      reason: 'judge-error',
      detail: 'gone',
    }));
    const thrown = grader('thrown', () => {
      throw new Error('broken');
    });
    const gradesOf = async (...graders: Grader[]) =>
      (await probesOf({ answer: 'x', graders }))[0]?.grade;
    expect(await gradesOf(good, poor)).toMatchObject({ score: 0.4, pass: false, grader: 'poor' });
    expect(await gradesOf(good, lost)).toMatchObject({ status: 'unscored', reason: 'judge-error' });
    expect(await gradesOf(good, thrown)).toMatchObject({
      status: 'unscored',
      reason: 'grader-error',
      detail: 'Error: broken',
    });
    expect(await gradesOf()).toMatchObject({ status: 'unscored', reason: 'not-asked' });
  });

  it('is asked in each wording, and abstentions are graded as one text', async () => {
    const seen: string[] = [];
    const spy = grader('spy', (answer) => {
      seen.push(answer);
      return scored('spy', 1, true);
    });
    const probes = await probesOf({
      answer: 'not known',
      graders: [spy],
      forms: ['question', 'paraphrase'],
    });
    expect(probes.map(({ questionForm, factId }) => `${questionForm} ${factId}`)).toEqual([
      'question small-ticket',
      'question small-limit',
      'question small-absent',
      'paraphrase small-ticket',
      'paraphrase small-limit',
      'paraphrase small-absent',
    ]);
    expect(new Set(seen)).toEqual(new Set(['not known']));
  });
});
