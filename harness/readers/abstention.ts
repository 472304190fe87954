/** What a reader is asked to answer where the context does not say; every abstention is graded as this text. */
export const ABSTENTION = 'not known';

const UNKNOWN = `(?:not|isn't|wasn't|never) (?:known|stated|mentioned|specified|provided|given|said|recorded|available|found|answered|clear)|unknown`;
const SILENT = `(?:do|does|did)(?: not|n't) (?:say|state|mention|specify|provide|contain|include|give|record|tell|show|answer)`;
const SOURCE = String.raw`(?:the|this) (?:[\p{L}]+ )?(?:record|context|conversation|transcript|text|document|information|passage)`;

const ABSTENTIONS: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:it|this|that|the answer|the information|the value)(?: is|'s| was)? )?(?:${UNKNOWN})(?: (?:in|from|by|to|according to) (?:the|this|that|any|me|us)\\b[^,;:]{0,80})?$`,
    'u',
  ),
  new RegExp(String.raw`^${SOURCE} ${SILENT}\b.{0,200}$`, 'u'),
  /^(?:sorry,? )?(?:but )?i (?:(?:do not|don't) (?:know|have)|(?:cannot|can not|can't) (?:know|find|tell|determine|answer|say))\b.{0,200}$/u,
  /^there (?:is|was) no (?:mention|information|record|answer)\b.{0,200}$/u,
  /^(?:n\/a|no information|no answer)$/u,
];

/**
 * True where an answer says that it is not known, in one sentence that says nothing else. Anchored on purpose: "error: unknown option"
 * and "Not known to fail, port 8080" are answers.
 */
export function isAbstention(answer: string): boolean {
  const sentence = answer
    .normalize('NFC')
    .replace(/’/g, "'")
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/^[\s"'`*_([]*(?:answer: ?)?[\s"'`*_([]*/u, '')
    .replace(/[\s"'`*_)\].!]*$/u, '');
  if (sentence === '') return true;
  return ABSTENTIONS.some((pattern) => pattern.test(sentence));
}
