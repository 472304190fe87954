import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One text of the redaction corpus. `secret` is what must go; null for a look-alike, of which nothing may go. */
export interface CorpusItem {
  kind: string;
  context: 'json' | 'code' | 'log' | 'url' | 'plain';
  text: string;
  secret: string | null;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = LOWER + UPPER + DIGITS;
const WORDS = ['harbour', 'timber', 'ledger', 'orchard', 'granite', 'lantern', 'meadow', 'copper'];

type Pick = (alphabet: string, length: number) => string;

/** Makers of secrets in their issuers' documented shapes; nothing here is a working key. */
const SECRETS: Record<string, (pick: Pick) => string> = {
  'aws-access-key': (pick) => `AKIA${pick(`${UPPER}234567`, 16)}`,
  'aws-secret-key': (pick) => pick(`${ALNUM}/+`, 40),
  'github-token': (pick) => `ghp_${pick(ALNUM, 36)}`,
  'github-fine-grained': (pick) => `github_pat_${pick(ALNUM, 22)}_${pick(ALNUM, 59)}`,
  'gitlab-token': (pick) => `glpat-${pick(ALNUM, 20)}`,
  'slack-token': (pick) => `xoxb-${pick(DIGITS, 12)}-${pick(DIGITS, 13)}-${pick(ALNUM, 24)}`,
  'slack-webhook': (pick) =>
    `https://hooks.slack.com/services/T${pick(UPPER, 8)}/B${pick(UPPER, 8)}/${pick(ALNUM, 24)}`,
  'anthropic-key': (pick) => `sk-ant-api03-${pick(`${ALNUM}-_`, 93)}AA`,
  'openai-key': (pick) => `sk-proj-${pick(ALNUM, 48)}`,
  'stripe-key': (pick) => `sk_live_${pick(ALNUM, 24)}`,
  'google-api-key': (pick) => `AIza${pick(`${ALNUM}-_`, 35)}`,
  'google-oauth': (pick) => `ya29.${pick(`${ALNUM}-_`, 60)}`,
  'npm-token': (pick) => `npm_${pick(ALNUM, 36)}`,
  'pypi-token': (pick) => `pypi-AgEIcHlwaS5vcmc${pick(`${ALNUM}-_`, 80)}`,
  'huggingface-token': (pick) => `hf_${pick(ALNUM, 34)}`,
  'sendgrid-key': (pick) => `SG.${pick(ALNUM, 22)}.${pick(ALNUM, 43)}`,
  'twilio-key': (pick) => `SK${pick(HEX, 32)}`,
  'digitalocean-token': (pick) => `dop_v1_${pick(HEX, 64)}`,
  'databricks-token': (pick) => `dapi${pick(HEX, 32)}`,
  'telegram-token': (pick) => `${pick('123456789', 9)}:AA${pick(ALNUM, 33)}`,
  'vault-token': (pick) => `hvs.${pick(ALNUM, 40)}`,
  jwt: (pick) => `eyJhbGciOiJIUzI1NiJ9.eyJ${pick(ALNUM, 40)}.${pick(`${ALNUM}-_`, 43)}`,
  'private-key': (pick) =>
    `-----BEGIN RSA PRIVATE KEY-----\n${pick(`${ALNUM}+/`, 64)}\n${pick(`${ALNUM}+/`, 64)}\n-----END RSA PRIVATE KEY-----`,
  'azure-key': (pick) => `${pick(`${ALNUM}+/`, 86)}==`,
  'url-password': (pick) => `${pick(LOWER, 6)}${pick(DIGITS, 3)}${pick(UPPER, 3)}`,
  password: (pick) => `${pick(UPPER, 2)}${pick(LOWER, 6)}${pick(DIGITS, 2)}!`,
  'api-key-assignment': (pick) => pick(ALNUM, 32),
  'bearer-token': (pick) => pick(ALNUM, 40),
  'mail-address': (pick) => `${pick(LOWER, 7)}.${pick(LOWER, 5)}@${pick(LOWER, 8)}.org`,
  'home-folder': (pick) => pick(LOWER, 7),
  'host-name': (pick) => `db-${pick(DIGITS, 2)}.${pick(LOWER, 5)}.corp`,
  'public-ip': (pick) =>
    `8${pick('123456789', 1)}.${pick('123456789', 2)}.1${pick(DIGITS, 2)}.${pick('123456789', 2)}`,
};

/** What must stand around a secret of a kind for anyone to know it as one. */
const CARRIERS: Record<string, (secret: string, context: CorpusItem['context']) => string> = {
  'aws-secret-key': (s, c) =>
    c === 'json' ? `"SecretAccessKey": "${s}"` : `aws_secret_access_key = ${s}`,
  'azure-key': (s) =>
    `DefaultEndpointsProtocol=https;AccountName=store1;AccountKey=${s};EndpointSuffix=core.windows.net`,
  'url-password': (s) => `postgres://service:${s}@10.0.0.4:5432/orders`,
  password: (s, c) =>
    c === 'json' ? `"password": "${s}"` : c === 'code' ? `db_password = "${s}"` : `password=${s}`,
  'api-key-assignment': (s, c) =>
    c === 'json'
      ? `"api_key": "${s}"`
      : c === 'code'
        ? `client_secret = '${s}'`
        : `SERVICE_API_KEY=${s}`,
  'bearer-token': (s) => `Authorization: Bearer ${s}`,
  'home-folder': (s, c) => (c === 'code' ? `/Users/${s}/src/app.py` : `/home/${s}/project/run.log`),
};

const CONTEXTS: Record<CorpusItem['context'], (inner: string, word: string) => string> = {
  json: (inner, word) =>
    /^"[\w-]+": "/.test(inner)
      ? `{"service": "${word}", ${inner.replace(/\n/g, '\\n')}, "retries": 3}`
      : `{"service": "${word}", "value": "${inner.replace(/\n/g, '\\n')}", "retries": 3}`,
  code: (inner, word) =>
    `def ${word}(client):\n    # see the ${word} notes\n    client.set("${inner}")\n    return 42`,
  log: (inner, word) =>
    `2026-03-02T10:11:12Z WARN ${word}: request used ${inner} and was refused (403)`,
  url: (inner, word) =>
    inner.includes('\n') || inner.includes(' ')
      ? `curl -H "${inner}" https://127.0.0.1/${word}`
      : `curl "https://127.0.0.1/${word}?value=${inner}&page=2"`,
  plain: (inner, word) => `The ${word} job printed ${inner} twice.`,
};

const LOOK_ALIKES: Record<string, (pick: Pick) => string> = {
  'commit-id': (pick) => `commit ${pick(HEX, 40)}`,
  'short-commit': (pick) => `merged ${pick(HEX, 8)} into main`,
  sha256: (pick) => `sha256:${pick(HEX, 64)}`,
  md5: (pick) => `md5 checksum ${pick(HEX, 32)}`,
  uuid: (pick) =>
    `id=${pick(HEX, 8)}-${pick(HEX, 4)}-4${pick(HEX, 3)}-a${pick(HEX, 3)}-${pick(HEX, 12)}`,
  'base64-image': (pick) => `data:image/png;base64,iVBORw0KGgo${pick(`${ALNUM}+/`, 120)}==`,
  integrity: (pick) => `"integrity": "sha512-${pick(`${ALNUM}+/`, 86)}=="`,
  'private-ip': (pick) => `listening on 192.168.${pick('12345', 1)}.${pick('123456789', 2)}:8080`,
  version: (pick) => `upgraded to ${pick('123', 1)}.${pick(DIGITS, 1)}.${pick('123456789', 2)}`,
  'example-mail': (pick) => `${pick(LOWER, 6)}@example.com`,
  'git-remote': (pick) => `git@github.com:acme/${pick(LOWER, 8)}.git`,
  'token-count': (pick) =>
    `max_tokens: ${pick('123456789', 4)}, total_tokens=${pick('123456789', 5)}`,
  'env-reference': (pick) => `password = os.environ["${pick(UPPER, 6)}_PASSWORD"]`,
  'variable-reference': (pick) => `api_key: \${${pick(UPPER, 8)}}`,
  'placeholder-value': () => 'token=<your-token-here>',
  'trace-id': (pick) => `trace=${pick(HEX, 32)} span=${pick(HEX, 16)}`,
  'long-path': (pick) =>
    `/usr/lib/python3/${pick(LOWER, 9)}/${pick(LOWER, 6)}.py:${pick('123456789', 3)}`,
  'password-prose': () => 'the password field must not be empty',
  'timestamp-id': (pick) => `job_${pick(DIGITS, 17)}`,
  'css-class': (pick) => `class="sk-button sk-${pick(LOWER, 5)}-wide"`,
};

/** The corpus: `perKind` texts of each kind of secret over the contexts, and `lookAlikes` texts that hold none. The same for the same seed. */
export function createRedactionCorpus(options: {
  seed: number;
  perKind: number;
  lookAlikes: number;
}): CorpusItem[] {
  const generator = xoroshiro128plus(options.seed);
  const pick: Pick = (alphabet, length) => {
    let text = '';
    for (let index = 0; index < length; index += 1) {
      text += alphabet[uniformInt(generator, 0, alphabet.length - 1)];
    }
    return text;
  };
  const contexts = Object.keys(CONTEXTS) as CorpusItem['context'][];
  const word = () => WORDS[uniformInt(generator, 0, WORDS.length - 1)] ?? 'harbour';
  const items: CorpusItem[] = [];
  for (const [kind, make] of Object.entries(SECRETS)) {
    for (let index = 0; index < options.perKind; index += 1) {
      const context = contexts[index % contexts.length] ?? 'plain';
      const secret = make(pick);
      const inner = CARRIERS[kind]?.(secret, context) ?? secret;
      const text = CONTEXTS[context](inner, word());
      items.push({
        kind,
        context,
        text,
        secret: context === 'json' ? secret.replace(/\n/g, '\\n') : secret,
      });
    }
  }
  const makers = Object.entries(LOOK_ALIKES);
  for (let index = 0; index < options.lookAlikes; index += 1) {
    const [kind, make] = makers[index % makers.length] ?? ['commit-id', () => ''];
    const context = contexts[index % contexts.length] ?? 'plain';
    items.push({ kind, context, text: CONTEXTS[context](make(pick), word()), secret: null });
  }
  return items;
}
