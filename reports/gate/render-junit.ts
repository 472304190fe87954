import junit, { type Builder, type TestSuite } from 'junit-report-builder';
import { formatSubject } from '../compare/format.ts';
import { escapeControls } from '../render/escape.ts';
import { findingReason } from './reasons.ts';
import type { Finding, GateResult } from './types.ts';

// The package's types put its builder under `default`; at run time Node gives the builder itself.
const factory = junit as unknown as Builder;

/**
 * JUnit XML for a CI server: a case a finding. A loss is a failure; inconclusive findings, missing cells and refusals are
 * errors, so that no server shows them green; what decides nothing is skipped.
 */
export function renderGateJunit(result: GateResult): string {
  const builder = factory.newBuilder();
  const runs = builder.testSuite().name('gate: comparability');
  const gaps = result.reasons.filter(
    (reason) => reason.verdict === 'inconclusive' && !isFinding(reason.sentence, result),
  );
  if (gaps.length === 0)
    runs.testCase().className('gate').name('both runs are whole and comparable');
  for (const { sentence } of gaps) {
    runs.testCase().className('gate').name(safe(sentence)).error(safe(sentence));
  }
  addFindings(builder.testSuite().name('gate: overall'), result.overall);
  addFindings(builder.testSuite().name('gate: groups'), result.groups);
  return builder.build();
}

function isFinding(sentence: string, { overall }: GateResult): boolean {
  return overall.some((finding) => findingReason(finding).sentence === sentence);
}

function addFindings(suite: TestSuite, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const test = suite
      .testCase()
      .className(`gate.${finding.difference.metric}`)
      .name(safe(formatSubject(finding.difference)));
    const sentence = safe(findingReason(finding).sentence);
    if (finding.verdict === 'fail') test.failure(sentence);
    else if (finding.verdict === 'inconclusive') test.error(sentence);
    else if (finding.verdict !== 'pass') test.skipped();
  }
}

function safe(text: string): string {
  return escapeControls(text);
}
