import colors from 'picocolors';
import { loadRunLog } from '../../harness/index.ts';
import { renderSummaryJson, renderTerminalTable, writeReport } from '../../reports/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList } from '../cli/problem-list.ts';
import { checkFlags } from '../cli/unknown-flags.ts';

/** Runs `npm run report`. Throws a BenchError with every folder that has no readable log. */
export async function runReport(
  { options, operands, unknownFlags }: Arguments,
  flags: readonly string[],
): Promise<number> {
  const problems = createProblemList();
  problems.add(...checkFlags(unknownFlags, flags));
  const [first] = operands;
  if (first === undefined) {
    problems.add({
      code: 'E_CONFIG',
      place: 'DIR',
      message: 'No run is named.',
      remedy: 'Name the folder of a run, such as runs/2026-01-31T12-00-00-000Z.',
    });
  }
  const logs = [];
  for (const dir of operands) logs.push(await problems.attempt(() => loadRunLog(dir)));
  problems.throwAll();
  for (const warning of logs.flatMap((log) => log?.warnings ?? [])) console.error(warning);
  const out = typeof options.out === 'string' ? options.out : (first ?? '');
  const summary = await writeReport(
    out,
    logs.flatMap((log) => log?.records ?? []),
  );
  if (options.json === true) process.stdout.write(renderSummaryJson(summary));
  else console.log(renderTerminalTable(summary, colors));
  console.error(`Report: ${out}/report.md`);
  return summary.header.missing > 0 ? EXIT.incomplete : EXIT.done;
}
