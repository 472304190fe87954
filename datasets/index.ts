/** The datasets' one door. */
export {
  CANARY,
  call,
  finishSession,
  openSession,
  RECORDER_TOOLS,
  recordAgain,
  type SessionCall,
  type SessionHeader,
  say,
  startSession,
} from './recorder/index.ts';
