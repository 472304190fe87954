export { ABSTENTION, isAbstention } from './abstention.ts';
