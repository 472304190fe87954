import { expect, it } from 'vitest';
import { createPromptfooGrader, createRealClock } from '../../../harness/index.ts';
import { inlineReader, runSmall, smallSpec, temporaryFolder } from '../support/small-run.ts';

it('is not loaded by a run that grades nothing, and by the first grade', async () => {
  const grader = createPromptfooGrader({ clock: createRealClock() });
  await runSmall(await temporaryFolder(), smallSpec(), { graders: [grader] });
  expect(process.env.PROMPTFOO_CONFIG_DIR).toBeUndefined();
  const readers = [inlineReader(() => 'BUG-4711')];
  await runSmall(await temporaryFolder(), smallSpec(), { graders: [grader], readers });
  expect(process.env.PROMPTFOO_CONFIG_DIR).toMatch(/compactor-bench-promptfoo/);
});
