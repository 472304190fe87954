export { type Difference, recordAgain } from './again.ts';
export {
  call,
  finishSession,
  openSession,
  type Session,
  type SessionCall,
  type SessionHeader,
  say,
  startSession,
} from './session.ts';
export { RECORDER_TOOLS, runTool, type Sandbox, type ToolOutcome } from './tools.ts';
