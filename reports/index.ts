/** The reports' one door: run log -> summary -> comparison -> verdict -> text. Nothing here runs or grades anything. */

export {
  ANSWER_LABELS,
  type AnswerLabel,
  type Calibration,
  correctJudgedShare,
  type JudgedAnswer,
  summarizeCalibration,
} from './calibration/calibration.ts';
export { renderCalibrationMarkdown } from './calibration/render.ts';
export { CELL_COLUMNS } from './columns/cells.ts';
export type { Column, ColumnFormat, ColumnValue } from './columns/column.ts';
export { FACT_COLUMNS } from './columns/facts.ts';
export { SUMMARY_COLUMNS } from './columns/summary.ts';
export { type Comparison, compareRuns } from './compare/compare.ts';
export { renderCompareMarkdown, renderCompareTerminal } from './compare/render.ts';
export { type GateConfig, type GateConfigInput, gateConfigSchema } from './gate/config.ts';
export { gateRuns } from './gate/gate.ts';
export { renderGateJson } from './gate/render-json.ts';
export { renderGateJunit } from './gate/render-junit.ts';
export { renderGateMarkdown } from './gate/render-markdown.ts';
export {
  type Finding,
  type GateResult,
  gateExitCode,
  type Reason,
  type Verdict,
} from './gate/types.ts';
export { renderCellsCsv, renderCsv, renderFactsCsv, renderSummaryCsv } from './render/csv.ts';
export { escapeControls } from './render/escape.ts';
export { firstLines } from './render/first-lines.ts';
export { renderSummaryJson, SUMMARY_JSON_VERSION } from './render/json.ts';
export { renderReportMarkdown } from './render/report-markdown.ts';
export { type Colors, renderTerminalTable } from './render/terminal.ts';
export { runSimulations } from './simulate/run-all.ts';
export {
  clusterEstimate,
  type Estimate,
  MIN_CLUSTERS,
  shareEstimate,
} from './statistics/estimate.ts';
export type { ReportHeader, RunSummary, Warning, WarningCode } from './summarize/report-types.ts';
export { summarizeRun } from './summarize/summarize.ts';
export type { CellRow, FactRow, SummaryGroup, SummaryRow } from './summarize/types.ts';
export { writeReport } from './write.ts';
