import { join, resolve } from 'node:path';
import { generateTranscript, parseGenerateSpec, writeGenerated } from '../../datasets/index.ts';
import { createCounter, type Problem, plainText, projectRoot } from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';

const NUMBERS = ['tokens', 'messages', 'facts', 'density', 'from', 'to', 'seed'];
const NUMBER_LISTS = ['positions'];
const LISTS = ['kinds', 'carriers'];

/** Runs `npm run generate`. Throws a BenchError with every problem of the settings. */
export async function runGenerate(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags(args.unknownFlags, flags), ...args.operands.map(unexpected));
  const spec = await problems.attempt(() => parseGenerateSpec(readSettings(args.options)));
  problems.throwAll();
  if (spec === null) return EXIT.usage;

  const counter = createCounter('o200k_base');
  const generated = generateTranscript(spec, counter);
  const { out } = args.options;
  const folder =
    typeof out === 'string' ? resolve(out) : join(projectRoot(), 'sessions', 'synthetic');
  await writeGenerated(folder, [generated]);
  const { transcript, facts } = generated;
  const tokens = counter.count(transcript.messages, transcript.tools);
  console.log(
    plainText(
      `wrote ${spec.id} to ${folder}: ${transcript.messages.length} messages, ${tokens} tokens, ${facts.facts.length} facts`,
    ),
  );
  return EXIT.done;
}

function readSettings(options: Arguments['options']): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (name === 'out' || typeof value !== 'string') continue;
    if (NUMBERS.includes(name)) settings[name] = parseNumber(value);
    else if (NUMBER_LISTS.includes(name)) settings[name] = value.split(',').map(parseNumber);
    else if (LISTS.includes(name)) settings[name] = value.split(',').map((item) => item.trim());
    else settings[name] = value;
  }
  return settings;
}

/** A number, or the text as it is where it is none, so that the schema names it. */
function parseNumber(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function unexpected(operand: string): Problem {
  return {
    code: 'E_CONFIG',
    place: 'generate',
    message: `"${operand}" is no option.`,
    remedy: 'Name settings by their flags, such as --tokens 20000.',
  };
}
