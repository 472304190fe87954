import { type GateResult, gateExitCode } from './types.ts';

/** Version of the gate's JSON. */
export const GATE_JSON_VERSION = 1;

/** The whole result with its exit code; missing is null. */
export function renderGateJson(result: GateResult): string {
  const { verdict, refusals, ...rest } = result;
  const document = {
    version: GATE_JSON_VERSION,
    verdict,
    exitCode: gateExitCode(result),
    refusals,
    ...rest,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
