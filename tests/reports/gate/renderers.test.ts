import { describe, expect, it } from 'vitest';
import {
  compareRuns,
  gateRuns,
  renderCompareMarkdown,
  renderCompareTerminal,
  renderGateJson,
  renderGateJunit,
  renderGateMarkdown,
} from '../../../reports/index.ts';
import { PLAIN_COLORS } from '../support.ts';
import { run } from './support.ts';

const small = { transcripts: 9, facts: 8, compactors: ['sliding-window'] };
const worse = run({ ...small, keep: (_c, t, fact) => fact % 4 !== 0 && (fact + t) % 4 !== 1 });
const result = gateRuns({ baseline: run(small), candidate: worse });
const refused = gateRuns({ baseline: run(small), candidate: [] });

describe('a failed gate', () => {
  it('in Markdown', () => expect(renderGateMarkdown(result)).toMatchSnapshot());
  it('in JUnit', () => expect(renderGateJunit(result)).toMatchSnapshot());
  it('in JSON', () => {
    const json = JSON.parse(renderGateJson(result));
    expect([json.version, json.verdict, json.exitCode]).toEqual([1, 'fail', 1]);
    expect(json.lost).toHaveLength(result.lost.length);
    expect(json.overall.map((finding: { verdict: string }) => finding.verdict)).toContain('fail');
  });
});

describe('a refused gate', () => {
  it('in Markdown', () => expect(renderGateMarkdown(refused)).toMatchSnapshot());
  it('is green nowhere in JUnit', () => {
    const xml = renderGateJunit(refused);
    expect(xml).toMatch(/<testsuites tests="2" failures="0" errors="2"/);
  });
  it('in JSON', () => expect(JSON.parse(renderGateJson(refused)).exitCode).toBe(2));
});

describe('a comparison', () => {
  const comparison = compareRuns({
    baseline: run(small),
    candidate: worse,
    names: { baseline: 'before', candidate: 'after' },
  });
  it('in Markdown', () => expect(renderCompareMarkdown(comparison)).toMatchSnapshot());
  it('in a terminal', () =>
    expect(renderCompareTerminal(comparison, PLAIN_COLORS)).toMatchSnapshot());
});
