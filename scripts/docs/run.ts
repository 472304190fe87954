import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../harness/index.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { renderCompactorsPage } from './compactor-table.ts';

const PAGE = 'docs/compactors.md';

/** Writes the generated pages; with `checks`, only says whether they are current (exit 1 where not). */
export async function runDocs(checks: boolean): Promise<number> {
  const file = join(projectRoot(), PAGE);
  const text = renderCompactorsPage();
  if (!checks) {
    await writeFile(file, text);
    console.log(`${PAGE} written.`);
    return EXIT.done;
  }
  const current = await readFile(file, 'utf8').catch(() => null);
  const isCurrent = current === text;
  console.log(isCurrent ? `${PAGE} is current.` : `${PAGE} is out of date: run npm run docs.`);
  return isCurrent ? EXIT.done : EXIT.failed;
}
