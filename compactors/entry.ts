import type { z } from 'zod';
import {
  BenchError,
  type Cause,
  type CompactionRequest,
  type CompactionResult,
  type Compactor,
  type CompactorRole,
  closestName,
  type Fact,
  type Json,
  type JsonObject,
  type Problem,
} from '../harness/index.ts';

/** A compactor as the registry and the docs know it. */
export interface CompactorEntry {
  readonly name: string;
  readonly role: CompactorRole;
  readonly needsModel: boolean;
  /** Raised with every change of what it puts out. */
  readonly version: number;
  /** One line on what it does. */
  readonly summary: string;
  /** Project or paper that it follows. */
  readonly source: string;
  /** Causes that it can end with; empty for one that asks no model. */
  readonly causes: readonly Cause[];
  /** Settings with defaults and descriptions (units and range in them). */
  readonly settings: z.ZodObject;
  /** An instance. Facts are handed to the oracle only. `label` replaces the name. Throws E_COMPACTOR with every bad setting. */
  create(params: JsonObject, facts: readonly Fact[] | null, label?: string): Compactor;
}

/** What an instance does; the entry adds name, version, role and params. */
export interface CompactorBody {
  compact(request: CompactionRequest): Promise<CompactionResult>;
  warmUp?(): Promise<void>;
  close?(): Promise<void>;
}

/** A compactor as its author writes it: the entry's data, and how settings become an instance. */
export interface CompactorDefinition<Settings extends z.ZodObject>
  extends Omit<CompactorEntry, 'create' | 'settings'> {
  readonly settings: Settings;
  build(settings: z.output<Settings>, facts: readonly Fact[] | null): CompactorBody;
  /** Values that go into `params` beside the settings, such as a hash of facts. */
  extraParams?(settings: z.output<Settings>, facts: readonly Fact[] | null): JsonObject;
}

/** Makes the registry's entry of a definition: settings are parsed, strictly, and filled with their defaults. */
export function defineCompactor<Settings extends z.ZodObject>(
  definition: CompactorDefinition<Settings>,
): CompactorEntry {
  const { build, extraParams, settings, ...data } = definition;
  return {
    ...data,
    settings,
    create(params, facts, label) {
      const parsed = parseSettings(definition, params);
      const body = build(parsed, facts);
      return {
        name: label ?? data.name,
        type: data.name,
        version: data.version,
        role: data.role,
        needsModel: data.needsModel,
        params: { ...(parsed as JsonObject), ...extraParams?.(parsed, facts) },
        ...body,
      };
    },
  };
}

function parseSettings<Settings extends z.ZodObject>(
  definition: CompactorDefinition<Settings>,
  params: JsonObject,
): z.output<Settings> {
  const result = definition.settings.strict().safeParse(params);
  if (result.success) return result.data as z.output<Settings>;
  const names = Object.keys(definition.settings.shape);
  throw new BenchError(
    result.error.issues.flatMap((issue): Problem[] => {
      const place = `${definition.name}.${issue.path.join('.')}`;
      if (issue.code !== 'unrecognized_keys') {
        return [
          problem(place, `${issue.message}, but it is ${show(valueAt(params, issue.path))}.`, ''),
        ];
      }
      return issue.keys.map((key) => unknownSetting(definition.name, key, names));
    }),
  );
}

function unknownSetting(compactor: string, key: string, names: readonly string[]): Problem {
  const close = closestName(key, names);
  const known = names.length > 0 ? `Known: ${names.join(', ')}.` : 'It has no settings.';
  return problem(
    `${compactor}.${key}`,
    `There is no setting "${key}".`,
    close ? `Did you mean "${close}"? ${known}` : known,
  );
}

function problem(place: string, message: string, remedy: string): Problem {
  return { code: 'E_COMPACTOR', place, message, remedy };
}

function valueAt(params: JsonObject, path: readonly PropertyKey[]): unknown {
  let value: unknown = params;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return value;
}

function show(value: unknown): string {
  return (JSON.stringify(value as Json) ?? 'missing').slice(0, 200);
}
