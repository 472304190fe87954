import type { GenerateRequest, GenerateResponse } from '../types/model.ts';
import type { FaultName } from './names.ts';
import { breakVerdicts, type Pick } from './verdict-text.ts';

const REFUSAL = "I'm sorry, but I can't help with that request.";

const REASONING =
  'The conversation is long. First I should find out which parts matter, then weigh them one by one, and only then answer.';

const OTHER_LANGUAGE =
  '用户正在修复一个程序。助手已经阅读了文件并运行了测试，发现了几处错误。下一步是修改代码，然后再次运行测试，并向用户报告结果。';

const FILLER = [
  'The user asked a question and the assistant looked at the files.',
  'After that it ran the tests and read their output from the first line to the last.',
  'It then explained once more what had been said before, in nearly the same words.',
  'Nothing of this was left out, since everything might be of use later.',
];

/** A model's answer with a fault in it. `pick` decides where, seeded. */
export function breakAnswer(
  name: FaultName,
  response: GenerateResponse,
  context: { request: GenerateRequest; pick: Pick },
): GenerateResponse {
  const { text } = response;
  switch (name) {
    case 'empty':
      return { ...response, text: '' };
    case 'whitespace':
      return { ...response, text: ' \n\t\n  ' };
    case 'refusal':
      return { ...response, text: REFUSAL };
    case 'cut-off':
      return { ...response, text: text.slice(0, text.length >> 1), stopReason: 'length' };
    case 'reasoning-only':
      return { ...response, text: '', reasoning: REASONING, stopReason: 'length' };
    case 'too-long':
      return { ...response, text: fillerLongerThan(context.request) };
    case 'wrong-language':
      return { ...response, text: OTHER_LANGUAGE };
    case 'invalid-utf8':
      return { ...response, text: spoil(text, context.pick) };
    default:
      return { ...response, text: breakVerdicts(name, text, context.pick) };
  }
}

/** Prose of more characters than the whole prompt has, twice over. */
function fillerLongerThan(request: GenerateRequest): string {
  const promptChars = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const lines: string[] = [];
  let chars = 0;
  while (chars <= 2 * promptChars) {
    const line = `${lines.length + 1}. ${FILLER[lines.length % FILLER.length]}`;
    lines.push(line);
    chars += line.length + 1;
  }
  return lines.join('\n');
}

/** A text as a decoder leaves it that met a byte that is no UTF-8. */
function spoil(text: string, pick: Pick): string {
  const at = text.length === 0 ? 0 : pick(text.length);
  return `${text.slice(0, at)}\uFFFD${text.slice(at + 1)}`;
}
