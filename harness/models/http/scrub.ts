const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
const LONGEST_DETAIL = 500;

/** Values of the environment that look like secrets by their variable's name; shorter than 8 characters is none. */
export function secretsOf(environment: Record<string, string | undefined>): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= 8)
    .map(([, value]) => value ?? '')
    .sort((a, b) => b.length - a.length);
}

/** A server's text as it may stand in an error or a log: one line of at most 500 characters, no control characters, no secret. */
export function scrubDetail(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, '[secret]');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  clean = clean.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  return clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL)}...` : clean;
}
