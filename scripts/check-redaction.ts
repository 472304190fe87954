import { createRedactionCorpus, measureRedaction } from '../datasets/index.ts';

/** Prints how many planted secrets the redaction finds and how many look-alikes it spares. */
for (const seed of [1, 2]) {
  const corpus = createRedactionCorpus({ seed, perKind: 10, lookAlikes: 300 });
  const result = await measureRedaction(corpus);
  const kinds = new Set(corpus.filter((item) => item.secret !== null).map((item) => item.kind));
  console.log(
    `seed ${seed}: recall ${(100 * result.recall).toFixed(2)} % (${result.found} of ${result.secrets} secrets, ${kinds.size} kinds), ` +
      `false positives ${(100 * result.falsePositiveRate).toFixed(2)} % (${result.falsePositives} of ${result.lookAlikes} look-alikes)`,
  );
  for (const item of result.missed) console.log(`  missed ${item.kind} in ${item.context}`);
  for (const { item } of result.overzealous)
    console.log(`  replaced ${item.kind} in ${item.context}`);
  if (result.recall < 0.99 || result.falsePositiveRate > 0.02) process.exitCode = 1;
}
