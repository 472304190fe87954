export { containsNormalized, containsValue, findNormalized, normalizeText } from './contains.ts';
export { pinsKept } from './pins.ts';
export { reusablePrefixTokens } from './prefix.ts';
export { checkStructure, type StructureInput, type StructureReport } from './structure.ts';
export { createSearch, type Search, survival, survives } from './survival.ts';
export { messageTexts } from './texts.ts';
export { unsupportedValues } from './unsupported.ts';
export {
  keepScoreCurve,
  type ScorePoint,
  type VerdictQuality,
  verdictQuality,
} from './verdicts.ts';
