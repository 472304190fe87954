import type { Clock } from '../types/clock.ts';
import type { ProbeAssertion } from '../types/fact.ts';
import type { Grade, Grader } from '../types/grade.ts';
import type { ModelClient } from '../types/model.ts';
import { ALLOWED_ASSERTIONS, checkAssertion } from './assertions.ts';
import { createJudge, type WatchedJudge } from './judge.ts';
import { type AssertionResult, loadPromptfoo, PROMPTFOO_VERSION } from './load-promptfoo.ts';

/** How the promptfoo grader is set up. */
export interface PromptfooGraderOptions {
  /** Judges `llm-rubric` and `factuality`; without one such probes are unscored. */
  judge?: ModelClient;
  /** The clock by which the judge is asked. */
  clock: Clock;
  /** Hosts that the run's config names; every other one is out of reach from the first grade on. */
  allowedHosts?: readonly string[];
}

type GradeRequest = Parameters<Grader['grade']>[0];

/**
 * Grades answers by promptfoo's assertions. promptfoo is loaded at the first grade, never before. All assertions of a probe must pass;
 * the score is the lowest of them. What a judge could not say is unscored, never a miss.
 */
export function createPromptfooGrader(options: PromptfooGraderOptions): Grader {
  const { judge, allowedHosts = [] } = options;
  return {
    id: `promptfoo@${PROMPTFOO_VERSION}`,
    judge: judge === undefined ? null : { id: judge.info.id, digest: judge.info.digest },
    async grade(request) {
      if (request.assert.length === 0)
        return unscored('grader-error', 'the probe has no assertion');
      const run = await loadPromptfoo(allowedHosts);
      let lowest: Extract<Grade, { status: 'scored' }> | null = null;
      // Deterministic ones first: where one of them fails, no judge needs to be asked.
      for (const assertion of judgedLast(request.assert)) {
        const grade = await gradeAssertion(run, assertion, request, options);
        if (grade.status === 'unscored' || !grade.pass) return grade;
        if (lowest === null || grade.score < lowest.score) lowest = grade;
      }
      return lowest ?? unscored('grader-error', 'the probe has no assertion');
    },
  };
}

function judgedLast(assertions: readonly ProbeAssertion[]): ProbeAssertion[] {
  const isJudged = ({ type }: ProbeAssertion): boolean =>
    ALLOWED_ASSERTIONS.get(type)?.judged ?? false;
  return [...assertions.filter((one) => !isJudged(one)), ...assertions.filter(isJudged)];
}

async function gradeAssertion(
  run: Awaited<ReturnType<typeof loadPromptfoo>>,
  assertion: ProbeAssertion,
  request: GradeRequest,
  options: PromptfooGraderOptions,
): Promise<Grade> {
  const faults = checkAssertion(assertion);
  if (faults.length > 0) return unscored('grader-error', faults.join(' '));
  const allowed = ALLOWED_ASSERTIONS.get(assertion.type);
  let judge: WatchedJudge | null = null;
  if (allowed?.judged) {
    if (options.judge === undefined) return unscored('judge-error', 'the run has no judge');
    judge = createJudge({
      judge: options.judge,
      clock: options.clock,
      signal: request.signal,
      type: assertion.type,
      task: request.fact.id,
    });
  }
  const { value, vars } = literalValue(assertion);
  const threshold = assertion.threshold ?? allowed?.threshold?.default;
  const result = await run({
    prompt: request.question,
    assertion: { type: assertion.type, value, ...(threshold === undefined ? {} : { threshold }) },
    test: { vars, ...(judge === null ? {} : { options: { provider: judge.provider } }) },
    providerResponse: { output: request.answer },
  });
  const failure = judge?.failure() ?? null;
  if (failure !== null) return unscored(failure.reason, failure.detail);
  return toGrade(result, assertion.type);
}

/**
 * Values are templates to promptfoo: `{{ env.HOME }}` would expand, `{% raw` throw, and `file://` read a file.
 * So each is a template that names one variable, and the text itself is that variable's value.
 */
function literalValue({ value }: ProbeAssertion): {
  value: string | string[];
  vars: Record<string, string>;
} {
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  const vars = Object.fromEntries(texts.map((text, index) => [`v${index}`, text]));
  const names = texts.map((_, index) => `{{v${index}}}`);
  return { value: Array.isArray(value) ? names : (names[0] ?? ''), vars };
}

function toGrade(result: AssertionResult, type: string): Grade {
  if (result.metadata?.graderError === true) return unscored('grader-error', result.reason);
  if (!Number.isFinite(result.score)) return unscored('grader-error', `${type} gave no score`);
  const score = Math.min(1, Math.max(0, result.score));
  return {
    status: 'scored',
    score,
    pass: result.pass,
    grader: type,
    reason: result.pass ? null : result.reason.slice(0, 300),
  };
}

function unscored(reason: Extract<Grade, { status: 'unscored' }>['reason'], detail: string): Grade {
  return { status: 'unscored', reason, detail: detail.slice(0, 300) };
}
