import { z } from 'zod';
import { COMPACTORS, type CompactorEntry } from '../../compactors/index.ts';

const INTRODUCTION = `# Compactors

Generated from the registry by \`npm run docs\`; do not edit.

Every compactor can be named in \`npm run bench -- --compactors\` and in \`npm run compact -- FILE --compactor NAME\`,
its settings as \`--param name=value\`. Causes are the ways in which a compaction can fail; one that asks no model has none.
`;

/** The page on all compactors: a table, then the settings and causes of each. Markdown. */
export function renderCompactorsPage(): string {
  const rows = COMPACTORS.map((entry) =>
    tableRow([
      `[\`${entry.name}\`](#${entry.name})`,
      entry.role,
      entry.needsModel ? 'yes' : 'no',
      String(entry.version),
      entry.summary,
      entry.source,
    ]),
  );
  const table = [
    tableRow(['name', 'role', 'asks a model', 'version', 'what it does', 'source']),
    tableRow(['---', '---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n');
  return `${INTRODUCTION}\n${table}\n\n${COMPACTORS.map(renderEntry).join('\n')}`;
}

function renderEntry(entry: CompactorEntry): string {
  const settings = settingRows(entry);
  const body =
    settings.length === 0
      ? 'No settings.'
      : [
          tableRow(['setting', 'type', 'default', 'meaning']),
          tableRow(['---', '---', '---', '---']),
          ...settings,
        ].join('\n');
  const causes = entry.causes.map((cause) => `\`${cause}\``).join(', ');
  return `## ${entry.name}\n\n${entry.summary}\n\n${body}\n\nCauses: ${causes || 'none'}.\n`;
}

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  default?: unknown;
  description?: string;
}

function settingRows(entry: CompactorEntry): string[] {
  const schema = z.toJSONSchema(entry.settings, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, property]) =>
    tableRow([
      `\`${name}\``,
      formatType(property),
      'default' in property ? `\`${JSON.stringify(property.default)}\`` : '',
      property.description ?? '',
    ]),
  );
}

function formatType(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(formatType).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.type === 'array') return `list of ${schema.items ? formatType(schema.items) : 'any'}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

function tableRow(cells: readonly string[]): string {
  const escaped = cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '));
  return `| ${escaped.join(' | ')} |`;
}
