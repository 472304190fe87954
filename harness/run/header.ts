import { readdirSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join, relative, sep } from 'node:path';
import { wallTimeIso } from '../clock/index.ts';
import { sha256Hex } from '../hash.ts';
import { KEY_VERSION } from '../keys.ts';
import { projectRoot } from '../project.ts';
import type { CellModels } from '../types/cell.ts';
import type { Reader } from '../types/grade.ts';
import type { JsonObject } from '../types/json.ts';
import type { ModelInfo } from '../types/model.ts';
import { LOG_SCHEMA_VERSION, type RunStarted } from '../types/record.ts';

/** Folders whose code decides what a cell's record says. */
const CELL_ROOMS = ['harness', 'compactors'] as const;

/** What the first line of a log is made of. `settings` identify the run: no concurrency, no time cap, no base URL, no shard. */
export interface HeaderInput {
  settings: JsonObject;
  datasets: RunStarted['datasets'];
  /** Prompt hashes by prompt id. */
  prompts: Record<string, string>;
  models: readonly CellModels[];
  readers: readonly Reader[];
  seed: number;
  /** Versions of model servers, by name; differ from machine to machine. */
  servers?: JsonObject;
}

/** The header of a run: versions, sources and host are found here, the rest is given. */
export function createRunHeader(input: HeaderInput): Omit<RunStarted, 'type' | 'plannedKeys'> {
  return {
    schemaVersion: LOG_SCHEMA_VERSION,
    keyVersion: KEY_VERSION,
    sourceHash: sourceHash(),
    settings: input.settings,
    versions: packageVersions(),
    datasets: input.datasets,
    prompts: input.prompts,
    models: modelInfos(input.models),
    readers: input.readers.map(({ id, digest, promptHash, canAbstain }) => {
      return { id, digest, promptHash, canAbstain };
    }),
    seed: input.seed,
    measured: {
      startedAt: wallTimeIso(),
      host: hostFacts(),
      servers: input.servers ?? {},
    },
  };
}

/** SHA-256 over path and content of every source file that decides what a record says, in path order. */
export function sourceHash(root: string = projectRoot()): string {
  const lines = CELL_ROOMS.flatMap((room) => sourceFiles(join(root, room)))
    .map((file) => `${relative(root, file).split(sep).join('/')} ${sha256Hex(readFileSync(file))}`)
    .sort();
  return sha256Hex(lines.join('\n'));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Versions of this project and of its direct dependencies, as its package.json pins them. */
function packageVersions(): Record<string, string> {
  const text = readFileSync(join(projectRoot(), 'package.json'), 'utf8');
  const { version, dependencies = {} } = JSON.parse(text) as {
    version: string;
    dependencies?: Record<string, string>;
  };
  return { 'compactor-bench': version, ...dependencies };
}

function modelInfos(models: readonly CellModels[]): ModelInfo[] {
  const infos = models
    .flatMap(({ main, small }) => [main, small])
    .flatMap((model) => model?.info ?? []);
  return [...new Map(infos.map((info) => [info.id, info])).values()];
}

function hostFacts(): JsonObject {
  const processors = cpus();
  return {
    platform: platform(),
    arch: arch(),
    node: process.version,
    cpus: processors.length,
    cpuModel: processors[0]?.model ?? null,
    memoryBytes: totalmem(),
  };
}
