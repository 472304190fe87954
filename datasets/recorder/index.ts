export { recordAgain } from './again.ts';
export {
  call,
  finishSession,
  openSession,
  type SessionCall,
  type SessionHeader,
  say,
  startSession,
} from './session.ts';
export { RECORDER_TOOLS } from './tools.ts';
