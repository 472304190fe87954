import { describe, expect, it } from 'vitest';
import {
  createLexicalReader,
  createVirtualClock,
  type Message,
  renderContext,
} from '../../../harness/index.ts';
import { callMessage, resultMessage, smallMessages, textMessage } from '../support/small-run.ts';

async function ask(question: string, messages: readonly Message[] = smallMessages()) {
  const [answer] = await createLexicalReader().read({
    messages,
    tools: [],
    questions: [question],
    clock: createVirtualClock(),
    seed: 1,
    signal: new AbortController().signal,
    task: 't#1',
  });
  if (answer?.status !== 'answered') throw new Error('the lexical reader always answers');
  return answer;
}

describe('renderContext', () => {
  it('labels each block', () => {
    expect(
      renderContext([
        textMessage('a', 'user', 'Look.'),
        callMessage('b', 'c', { path: 'x.ts', mode: 'r' }),
        resultMessage('d', 'c', 'one\ntwo'),
        { id: 'e', role: 'assistant', content: [{ type: 'reasoning', text: 'hidden' }] },
      ]),
    ).toBe('[user] Look.\n[assistant calls read] path: x.ts, mode: r\n[result of read] one\ntwo');
  });
});

describe('the lexical reader', () => {
  it('answers with the lines that hold the question', async () => {
    expect((await ask('Which ticket is about the parser build?')).text).toContain('BUG-4711');
    expect((await ask('Which file was read for the parser?')).text).toContain('src/parser.ts');
  });

  it('finds the parts of names, plurals and CJK', async () => {
    const messages = [
      textMessage('a', 'user', 'The retryLimit of queues is 7.'),
      textMessage('b', 'user', '部署窗口是星期二。'),
      ...Array.from({ length: 20 }, (_, index) =>
        textMessage(`c${index}`, 'assistant', `Other words ${index}.`),
      ),
    ];
    expect((await ask('What is the retry limit of a queue?', messages)).text).toContain('7');
    expect((await ask('部署窗口?', messages)).text).toContain('星期二');
  });

  it('says that it is not known where the context holds too little of the question', async () => {
    expect(await ask('Which customer ordered the green bicycle in Vienna?')).toEqual({
      status: 'answered',
      text: 'not known',
      abstained: true,
      response: null,
    });
    expect((await ask('', [])).abstained).toBe(true);
  });

  it('cuts a long line around the match', async () => {
    const filler = 'alpha beta gamma delta. '.repeat(400);
    const messages = [textMessage('a', 'tool', `${filler}The secret ticket is BUG-9. ${filler}`)];
    const { text } = await ask('What is the secret ticket?', messages);
    expect(text).toContain('BUG-9');
    expect(text.length).toBeLessThan(2000);
  });

  it('gives the same answer each time', async () => {
    expect(await ask('What is the port?')).toEqual(await ask('What is the port?'));
  });
});
