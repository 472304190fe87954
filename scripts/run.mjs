// Starts a command of this project: bundles it from the TypeScript sources into .build/<command>-<hash of sources>/ unless
// that bundle is there already, then runs it. Plain JavaScript, since Node 20 cannot start TypeScript itself. One command
// a bundle, so that `check` and `test` still run where the sources of another command are broken.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rooms = ['harness', 'compactors', 'datasets', 'reports', 'scripts'];
const unusedAfterMs = 6 * 60 * 60 * 1000;

/** Hash of path, size and time of every source file: changes exactly when a bundle could be stale. */
function sourceStamp() {
  const lines = [];
  for (const room of rooms) {
    for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|json)$/.test(entry.name)) continue;
      // Datasets are read at run time; only code is bundled.
      if (room === 'datasets' && entry.name.endsWith('.json')) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const { size, mtimeMs } = statSync(file);
      lines.push(`${file} ${size} ${mtimeMs}`);
    }
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16);
}

/** Removes bundles that nothing has started for hours. */
function removeOldBundles(parent, current) {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (folder === current) continue;
    if (Date.now() - statSync(folder).mtimeMs > unusedAfterMs) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Folder of a command's bundle of today's sources. Each set of sources has its own, so that a running command keeps its chunks. */
async function build(command) {
  const parent = join(root, '.build');
  const folder = join(parent, `${command}-${sourceStamp()}`);
  if (existsSync(folder)) return folder;
  const { build: bundle } = await import('esbuild');
  const temporary = `${folder}-${process.pid}`;
  await bundle({
    absWorkingDir: root,
    entryPoints: [`scripts/${command}.ts`],
    outdir: temporary,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'error',
  });
  try {
    renameSync(temporary, folder);
  } catch {
    // Another process made the same bundle first.
    rmSync(temporary, { recursive: true, force: true });
  }
  removeOldBundles(parent, folder);
  return folder;
}

const [command = '', ...args] = process.argv.slice(2);
const folder = await build(command);
utimesSync(folder, new Date(), new Date());
process.argv = [process.argv[0], `npm run ${command} --`, ...args];
await import(pathToFileURL(join(folder, `${command}.js`)).href);
