/**
 * What a rule replaces: the whole match, or its named group `secret`. `accept` may refuse a match that is no secret.
 * Formats are those that the issuers document for their own keys.
 */
export interface RedactionRule {
  kind: string;
  pattern: RegExp;
  accept?: (secret: string) => boolean;
}

const START = '(?<![A-Za-z0-9_-])';
const END = '(?![A-Za-z0-9_-])';
const key = (kind: string, body: string): RedactionRule => ({
  kind,
  pattern: new RegExp(`${START}(?:${body})${END}`, 'g'),
});

/** Values that stand where a secret would, and are none: references, placeholders, code, masked text. */
const NOT_A_SECRET =
  /^(?:\$|<|\{|\[|%|process\.|os\.|env\.|config\.|self\.|this\.|null$|none$|true$|false$|undefined$|string$|str$|\*+$|x{3,}|\.{3}|your[-_]|example|changeme$|placeholder|redacted|secret$|password$|token$)/i;

function looksSecret(value: string): boolean {
  if (NOT_A_SECRET.test(value) || /[()]/.test(value)) return false;
  if (/^\d{1,15}$/.test(value)) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((item) =>
    item.test(value),
  ).length;
  return classes >= 2;
}

const ASSIGN = `["']?\\s*(?:=>|:=|[:=])\\s*["']?`;

/** Names that make the value behind them a secret. */
const SECRET_NAMES =
  'api[_-]?key|apikey|api[_-]?token|access[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|app[_-]?secret|secret[_-]?key|signing[_-]?key|encryption[_-]?key|webhook[_-]?secret|private[_-]?token|session[_-]?token|secret|token';

/** Keys, tokens and passwords, most specific first. */
export const SECRET_RULES: RedactionRule[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  key('private-key', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  key('aws-access-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'),
  {
    kind: 'aws-secret-key',
    pattern: new RegExp(
      `(?:aws_?secret_?(?:access_?)?key|SecretAccessKey)${ASSIGN}(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])`,
      'gi',
    ),
  },
  key('github-token', 'gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{50,}'),
  key('gitlab-token', 'gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[A-Za-z0-9_-]{20,}'),
  key('slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}'),
  {
    kind: 'webhook-url',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}|(?:discord|discordapp)\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]{20,}|[a-z0-9-]+\.webhook\.office\.com\/webhookb2\/[^\s"'<>]{20,})/g,
  },
  key('anthropic-key', 'sk-ant-[A-Za-z0-9_-]{20,}'),
  key('openai-key', 'sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}'),
  key('stripe-key', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}'),
  key('google-api-key', 'AIza[A-Za-z0-9_-]{35}'),
  key('google-oauth', 'ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{30,}'),
  key('npm-token', 'npm_[A-Za-z0-9]{36}'),
  key('pypi-token', 'pypi-[A-Za-z0-9_-]{50,}'),
  key('huggingface-token', 'hf_[A-Za-z0-9]{30,}'),
  key('sendgrid-key', 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  key('twilio-key', 'SK[0-9a-f]{32}|AC[0-9a-f]{32}'),
  key('mailgun-key', 'key-[0-9a-f]{32}'),
  key('digitalocean-token', 'do[opr]_v1_[0-9a-f]{64}'),
  key('databricks-token', 'dapi[0-9a-f]{32}(?:-\\d)?'),
  key('telegram-token', '\\d{8,10}:AA[A-Za-z0-9_-]{33}'),
  key('shopify-token', 'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'),
  key('docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'),
  key('linear-key', 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}'),
  key('notion-token', 'ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}'),
  key('grafana-token', 'gl(?:sa|c)_[A-Za-z0-9+/=]{20,}_?[A-Za-z0-9]*'),
  key('vault-token', 'hv[sbr]\\.[A-Za-z0-9_-]{24,}'),
  key('sentry-token', 'sntr[ysu]s?_[A-Za-z0-9+/=_-]{40,}'),
  key('age-or-doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{30,}'),
  {
    kind: 'azure-key',
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/g,
  },
  {
    kind: 'signed-url',
    pattern: /[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?<secret>[A-Za-z0-9%+/=_-]{30,})/g,
  },
  key('jwt', 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}'),
  {
    kind: 'url-password',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,80}:(?<secret>[^\s/@"'<>]{3,120})@/gi,
    accept: (value) => !NOT_A_SECRET.test(value),
  },
  {
    kind: 'authorization-header',
    pattern: /\b(?:Bearer|Basic|Token|Digest)\s+(?<secret>[A-Za-z0-9._~+/=-]{16,})/g,
    accept: looksSecret,
  },
  {
    kind: 'authorization-header',
    pattern:
      /\b(?:x-api-key|x-auth-token|api-key|private-token|cookie|set-cookie)["']?\s*:\s*["']?(?<secret>[^\s"',;]{12,})/gi,
    accept: looksSecret,
  },
  {
    kind: 'password',
    pattern: new RegExp(
      `(?:password|passwd|passphrase|pwd|pgpassword|mysql_pwd)${ASSIGN}(?<secret>[^\\s"'\`,;&<>\\\\]{4,128})`,
      'gi',
    ),
    accept: (value) =>
      looksSecret(value) || (value.length >= 8 && !NOT_A_SECRET.test(value) && !/[()]/.test(value)),
  },
  {
    kind: 'password',
    pattern: /(?:--password[ =]|\bsshpass -p ?|\s-p)(?<secret>[^\s"'`]{8,64})/g,
    accept: (value) => looksSecret(value) && /\d/.test(value) && !/[/:.]/.test(value),
  },
  {
    kind: 'generic-secret',
    pattern: new RegExp(
      `(?<![A-Za-z])(?:[A-Za-z0-9]+[_-])*(?:${SECRET_NAMES})${ASSIGN}(?<secret>[A-Za-z0-9+/_.~=-]{12,256})`,
      'gi',
    ),
    accept: (value) => looksSecret(value) && /\d/.test(value) && !/^[\d.]+$/.test(value),
  },
];

const EXAMPLE_DOMAINS =
  /(?:^|[@.])(?:example\.(?:com|org|net|edu)|example|invalid|test|localhost)$/i;
const NO_REAL_USER =
  /^(?:user|users|me|you|username|shared|public|runner|root|app|node|vscode|ubuntu|nobody|work|Public|Shared|Default|All)$/;

/** IPv4 addresses that name no machine on the internet: private, loopback, link-local, documentation, benchmarking, multicast, and versions such as 1.2.3.0-4. */
function isPublicIpv4(value: string): boolean {
  const parts = value.split('.').map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  if (parts.some((part) => part > 255)) return false;
  if (a < 11 || a === 127 || a >= 224) return a >= 5 && a < 10;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 2 || c === 0)))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  if (a === 203 && b === 0 && c === 113) return false;
  return !(a === 100 && b >= 64 && b < 128);
}

/** Personal and site details. The group `secret` alone is replaced, so that a path keeps its shape. */
export const DETAIL_RULES: RedactionRule[] = [
  {
    kind: 'mail-address',
    pattern:
      /(?<![A-Za-z0-9._%+/:-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}(?![A-Za-z0-9-])/g,
    accept: (value) =>
      !EXAMPLE_DOMAINS.test(value) &&
      !/^(?:git|hg|svn|noreply|no-reply)@/.test(value) &&
      !/\.(?:png|jpe?g|svg|gif|webp|js|ts|css|md|json|py|so|service|timer|socket)$/i.test(value),
  },
  {
    kind: 'home-folder',
    pattern:
      /(?:\/home\/|\/Users\/|(?<=[A-Za-z]:)\\{1,2}Users\\{1,2})(?<secret>[A-Za-z0-9._-]{1,64})/g,
    accept: (value) => !NO_REAL_USER.test(value),
  },
  {
    kind: 'host-name',
    pattern:
      /(?<![A-Za-z0-9_.@/-])(?<secret>(?:[A-Za-z0-9-]{1,63}\.){1,4}(?:internal|corp|lan|intra|intranet|local))(?![A-Za-z0-9_(-]|\.[A-Za-z0-9])/g,
    accept: (value) =>
      !/^(?:host\.docker|kubernetes\.default|settings|threading|asyncio|self|this|self\._?\w+)\./.test(
        value,
      ),
  },
  {
    kind: 'host-name',
    pattern: /(?<![\w.@/:-])[a-z][a-z0-9_-]{1,31}@(?<secret>[a-z][a-z0-9-]{2,62})(?=:[~/])/g,
    accept: (value) => value !== 'localhost',
  },
  {
    kind: 'public-ip',
    pattern: /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/g,
    accept: isPublicIpv4,
  },
  {
    kind: 'public-ip',
    pattern: /(?<![\w:.])(?:2[0-9a-f]{3})(?::[0-9a-f]{0,4}){3,7}(?![\w:.])/gi,
    accept: (value) =>
      !/^2001:0?db8/i.test(value) && (value.match(/:/g)?.length === 7 || value.includes('::')),
  },
];
