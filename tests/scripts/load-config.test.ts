import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfigFile } from '../../scripts/config/load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'load-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('loadConfigFile', () => {
  it('takes defineConfig from anywhere', async () => {
    const file = write(
      'bench.config.ts',
      "import { defineConfig } from 'compactor-bench/config';\nexport default defineConfig({ budgets: [0.5], seed: 7 as number });\n",
    );
    expect(await loadConfigFile(file)).toEqual({
      config: { budgets: [0.5], seed: 7 },
      problems: [],
    });
  });

  it('reads nothing but the named file', async () => {
    const file = write('only.config.mjs', 'export default { seed: 1 };\n');
    write('package.json', '{"only": {"seed": 2, "trials": 9}}');
    write('.onlyrc', 'trials=9');
    write('.env', 'SEED=3');
    expect((await loadConfigFile(file)).config).toEqual({ seed: 1 });
  });

  it('says what is wrong with a file that is missing, throws, or is no config', async () => {
    const missing = await loadConfigFile(join(folder, 'none.ts'));
    expect(missing.problems).toMatchObject([
      { code: 'E_CONFIG', message: 'The file does not exist.' },
    ]);
    const thrown = await loadConfigFile(write('throws.ts', "throw new Error('boom');\n"));
    expect(thrown.problems).toMatchObject([{ message: 'It cannot be read: boom.' }]);
    const wrong = await loadConfigFile(
      write('wrong.ts', 'export default { seed: "x", sed: 1 };\n'),
    );
    expect(wrong.problems.map(({ place }) => place.split(': ')[1])).toEqual(['seed', 'sed']);
  });
});
