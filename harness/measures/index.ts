export { chatFlaws } from './chat-flaws.ts';
export { containsNormalized, containsValue, findNormalized, normalizeText } from './contains.ts';
export { pinsKept } from './pins.ts';
export { reusablePrefixTokens } from './prefix.ts';
export { checkStructure, type StructureInput, type StructureReport } from './structure.ts';
export { createSearch, type Search, survival, survives } from './survival.ts';
export { messageTexts, searchableTexts } from './texts.ts';
export { claimedValues, unsupportedValues } from './unsupported.ts';
export {
  keepScoreCurve,
  type ScorePoint,
  type VerdictQuality,
  verdictQuality,
} from './verdicts.ts';
