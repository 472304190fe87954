import { aiSdkModelImporter, aiSdkUiImporter } from './formats/ai-sdk.ts';
import { anthropicImporter } from './formats/anthropic.ts';
import { atifImporter } from './formats/atif.ts';
import { claudeCodeImporter } from './formats/claude-code.ts';
import { clineImporter, rooImporter } from './formats/cline-roo.ts';
import { codexImporter } from './formats/codex.ts';
import { geminiImporter } from './formats/gemini.ts';
import { haystackImporter } from './formats/haystack.ts';
import { inspectImporter } from './formats/inspect.ts';
import { langChainImporter } from './formats/langchain.ts';
import { ollamaImporter } from './formats/ollama.ts';
import {
  chatLinesImporter,
  openAiChatImporter,
  openAiFineTuneImporter,
} from './formats/openai-chat.ts';
import { openAiResponsesImporter } from './formats/openai-responses.ts';
import { openCodeImporter } from './formats/opencode.ts';
import { otelImporter } from './formats/otel.ts';
import { piImporter } from './formats/pi.ts';
import { miniSweAgentImporter, sweAgentImporter } from './formats/swe.ts';
import { tau2Importer } from './formats/tau2.ts';
import type { Importer } from './importer.ts';
import type { Probe } from './source.ts';
import { importError } from './values.ts';

/** Every format, the most telling first: the first that matches a file's sample is taken. */
export const IMPORTERS: readonly Importer[] = [
  inspectImporter,
  otelImporter,
  atifImporter,
  tau2Importer,
  miniSweAgentImporter,
  sweAgentImporter,
  codexImporter,
  piImporter,
  claudeCodeImporter,
  openAiFineTuneImporter,
  chatLinesImporter,
  geminiImporter,
  aiSdkModelImporter,
  aiSdkUiImporter,
  langChainImporter,
  haystackImporter,
  rooImporter,
  openAiResponsesImporter,
  openCodeImporter,
  clineImporter,
  anthropicImporter,
  ollamaImporter,
  openAiChatImporter,
];

/** The importer for a format name, or for `auto` the one that a file's sample fits. Throws E_IMPORT with the known names. */
export function findImporter(options: { format: string; probe: Probe; path: string }): Importer {
  const { format, probe, path } = options;
  const found = IMPORTERS.find((importer) =>
    format === 'auto' ? importer.matches(probe) : importer.format === format,
  );
  if (found !== undefined) return found;
  const names = IMPORTERS.map((importer) => importer.format).join(', ');
  throw importError(
    path,
    format === 'auto' ? 'is of no known format.' : `has an unknown --format "${format}".`,
    `Give --format with one of: ${names}.`,
  );
}
