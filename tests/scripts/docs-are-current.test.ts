import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compactorNames } from '../../compactors/index.ts';
import { projectRoot } from '../../harness/index.ts';
import { renderCompactorsPage } from '../../scripts/docs/compactor-table.ts';

it('docs/compactors.md is what the registry says: else run npm run docs', () => {
  const page = readFileSync(join(projectRoot(), 'docs/compactors.md'), 'utf8');
  expect(page).toBe(renderCompactorsPage());
  for (const name of compactorNames()) expect(page).toContain(`\n## ${name}\n`);
});
