// Computes survival again from a run's blobs and the datasets' facts alone, and compares it with facts.csv.
// Shares no code with the harness and needs no package, so that a mistake there cannot hide here.
//
//   node scripts/verify-survival.mjs RUN_FOLDER [DATASET_FOLDER...]      (default: every folder under datasets/)
//
// Exit code 0: every row agrees. 1: some row differs. 2: something cannot be read.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = dirname(dirname(fileURLToPath(import.meta.url)));

/** Rows of a CSV text (RFC 4180) as objects by header. */
function parseCsv(text) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',' || char === '\n') {
      row.push(field.replace(/\r$/, ''));
      field = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else field += char;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  const [header, ...body] = rows;
  return body.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));
}

/** Every text of a context in which a fact may stand: text, tool names, argument keys, strings and numbers, results. */
function searchable(messages) {
  const texts = [];
  const walk = (value) => {
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === 'object') {
      for (const key of Object.keys(value)) {
        texts.push(key);
        walk(value[key]);
      }
    }
  };
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'text') texts.push(block.text);
      if (block.type === 'tool_result') texts.push(block.name ?? '', block.text);
      if (block.type === 'tool_call') {
        texts.push(block.name);
        walk(block.arguments);
      }
    }
  }
  return texts.map(fold);
}

/** NFC, white space to one space, commas between digits dropped. */
function fold(text) {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(\d),(?=\d)/g, '$1');
}

const JOINING =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}]]';
const joins = new RegExp(JOINING, 'v');

/** A pattern for a value that must not run on into another word or number. */
function patternOf(value) {
  const chars = [...fold(value)];
  const start = joins.test(chars[0]) ? `(?<!${JOINING})` : '';
  const end = joins.test(chars.at(-1)) ? `(?!${JOINING})` : '';
  const body = chars.map((char) => `\\u{${char.codePointAt(0).toString(16)}}`).join('');
  return new RegExp(start + body + end, 'v');
}

function stands(value, texts) {
  const pattern = patternOf(value);
  return texts.some((text) => pattern.test(text));
}

/** `true`, `false`, or the empty field of a fact that has no survival. */
function survivalOf(fact, texts) {
  if (fact.kind === 'absent') return '';
  const { allOf, anyOf } = fact.survives;
  const survives = allOf
    ? allOf.every((value) => stands(value, texts))
    : anyOf.some((value) => stands(value, texts));
  return String(survives);
}

function loadFacts(folders) {
  const facts = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.facts.json'))) {
      const file = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      for (const fact of file.facts) facts.set(fact.id, fact);
    }
  }
  return facts;
}

function datasetFolders() {
  return readdirSync(join(project, 'datasets'))
    .map((name) => join(project, 'datasets', name))
    .filter((folder) => existsSync(join(folder, 'dataset.json')));
}

function loadContext(run, hash) {
  const text = readFileSync(join(run, 'blobs', `${hash}.json`), 'utf8');
  const found = createHash('sha256').update(text).digest('hex');
  if (found !== hash) throw new Error(`blob ${hash} has the hash ${found}`);
  return searchable(JSON.parse(text));
}

function verify(run, folders) {
  const facts = loadFacts(folders);
  const contexts = new Map();
  for (const cell of parseCsv(readFileSync(join(run, 'cells.csv'), 'utf8'))) {
    contexts.set(`${cell.compaction_key} ${cell.round}`, cell.context_blob);
  }
  const texts = new Map();
  const counts = { rows: 0, true: 0, false: 0, '': 0 };
  const differing = [];
  for (const row of parseCsv(readFileSync(join(run, 'facts.csv'), 'utf8'))) {
    const fact = facts.get(row.fact);
    if (fact === undefined) throw new Error(`fact ${row.fact} is in no dataset folder`);
    const blob = contexts.get(`${row.compaction_key} ${row.round}`) ?? '';
    if (blob !== '' && !texts.has(blob)) texts.set(blob, loadContext(run, blob));
    const expected = blob === '' ? '' : survivalOf(fact, texts.get(blob));
    counts.rows += 1;
    counts[expected] += 1;
    if (expected !== row.survived) {
      differing.push(
        `${row.compaction_key} ${row.fact}: facts.csv ${row.survived || 'empty'}, blobs ${expected || 'empty'}`,
      );
    }
  }
  return { counts, contexts: texts.size, differing };
}

const [run, ...named] = process.argv.slice(2);
if (run === undefined) {
  console.error('Usage: node scripts/verify-survival.mjs RUN_FOLDER [DATASET_FOLDER...]');
  process.exit(2);
}
try {
  const { counts, contexts, differing } = verify(run, named.length > 0 ? named : datasetFolders());
  for (const line of differing.slice(0, 20)) console.log(line);
  console.log(
    `${counts.rows} rows over ${contexts} contexts: ${counts.true} survived, ${counts.false} lost, ${counts['']} without survival; ${differing.length} differ from facts.csv`,
  );
  process.exitCode = differing.length === 0 && counts.rows > 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
