export { createRedactor, type Redaction, type Redactor } from './redactor.ts';
