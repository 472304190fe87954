import Table from 'cli-table3';
import type { Balance } from './balance.ts';

/** The balance as plain tables, without colours. Every text of a dataset in it is a checked name. */
export function renderBalance(balance: Balance): string {
  const transcripts = grid(
    [
      'transcript',
      'dataset',
      'domain',
      'split',
      'source',
      'size',
      'tokens',
      'messages',
      'facts',
      'kinds',
    ],
    balance.transcripts.map((row) => [
      row.id,
      row.dataset,
      printable(row.domain),
      row.split,
      row.source,
      row.sizeClass,
      row.tokens,
      row.messages,
      row.facts,
      row.kinds,
    ]),
  );
  const share = (count: number): string =>
    balance.facts === 0 ? 'n/a' : `${((100 * count) / balance.facts).toFixed(1)} %`;
  const counts = (name: string, table: Record<string, number>): string =>
    grid(
      [name, 'facts', 'share'],
      Object.entries(table).map(([key, count]) => [key, count, share(count)]),
    );
  const groups = (name: string, table: Balance['splits']): string =>
    grid(
      [name, 'transcripts', 'facts'],
      Object.entries(table).map(([key, group]) => [key, group.transcripts, group.facts]),
    );
  return [
    transcripts,
    counts('kind', balance.kinds),
    counts('carrier', balance.carriers),
    counts('tenth', balance.positions),
    groups('split', balance.splits),
    groups('size', balance.sizes),
  ].join('\n\n');
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

function grid(head: string[], rows: (string | number)[][]): string {
  const table = new Table({
    head,
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: (rows[0] ?? []).map((cell) => (typeof cell === 'number' ? 'right' : 'left')),
  });
  table.push(...rows);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
