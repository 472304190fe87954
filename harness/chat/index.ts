export { type OpenAiChat, parseOpenAiChat } from './openai-parse.ts';
export { renderOpenAiChat } from './openai-render.ts';
