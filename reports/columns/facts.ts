import type { FactRow } from '../summarize/types.ts';
import { column } from './column.ts';

const c = column<FactRow>;

/** Columns of facts.csv: a row a probe and context; where nobody asked, a row a fact. */
export const FACT_COLUMNS = [
  c('grade_key', 'text', 'Grading', (r) => r.cell.graded?.gradeKey ?? null),
  c('compaction_key', 'text', 'Compaction', (r) => r.cell.record.compactionKey),
  c('round', 'count', 'Compaction of the session', (r) => r.cell.record.round),
  c('reader', 'text', 'Who answered', (r) => r.cell.reader),
  c('transcript', 'text', 'Transcript', (r) => r.cell.record.transcript),
  c('fact', 'text', 'Fact', (r) => r.factId),
  c('kind', 'text', 'Kind of fact', (r) => r.kind),
  c('carrier', 'text', 'Where its evidence stands', (r) => r.carrier),
  c('position', 'count', 'Tenth of the transcript', (r) => r.position),
  c('question_form', 'text', 'question or paraphrase', (r) => r.probe?.questionForm ?? null),
  c('survived', 'flag', 'Its values stand in the context', (r) => r.survived),
  c('answer', 'text', 'What the reader said', (r) => r.probe?.answer ?? null),
  c('score', 'number', '0 to 1', (r) =>
    r.probe?.grade.status === 'scored' ? r.probe.grade.score : null,
  ),
  c('status', 'text', 'scored or unscored', (r) => r.probe?.grade.status ?? null),
  c('reason', 'text', 'Why unscored, or the grader’s reason', (r) => r.probe?.grade.reason ?? null),
  c('pass', 'flag', 'All assertions passed', (r) =>
    r.probe?.grade.status === 'scored' ? r.probe.grade.pass : null,
  ),
  c('grader', 'text', 'Who graded', (r) =>
    r.probe?.grade.status === 'scored' ? r.probe.grade.grader : null,
  ),
  c(
    'abstained',
    'flag',
    'The reader said that it does not know',
    (r) => r.probe?.abstained ?? null,
  ),
  c('stale', 'flag', 'The old value was given', (r) => r.probe?.stale ?? null),
  c('invented', 'flag', 'Something was given for an absent fact', (r) => r.probe?.invented ?? null),
  c('stale_survived', 'flag', 'The old value stands in the context', (r) => r.staleSurvived),
  c('compactor', 'text', 'Compactor', (r) => r.cell.record.compactor),
  c('model', 'text', 'Main model', (r) => r.cell.record.model),
  c('budget_ratio', 'number', 'Target as a share of the window', (r) => r.cell.record.budgetRatio),
  c('target_tokens', 'count', 'Target', (r) => r.cell.record.targetTokens),
  c('mode', 'text', 'Mode', (r) => r.cell.record.mode),
  c('fault', 'text', 'Injected fault', (r) => r.cell.record.fault),
  c('trial', 'count', 'Trial', (r) => r.cell.record.trial),
  c('compaction_status', 'text', 'Status of the compaction', (r) => r.cell.record.status),
];
