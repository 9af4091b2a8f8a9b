import type { AnswerSurface } from '#providers/search-data/index.ts';

const NAMES: Readonly<Record<AnswerSurface, string>> = {
  ai_mode: 'AI Mode',
  chat_gpt: 'ChatGPT',
  gemini: 'Gemini',
  chat_gpt_api: 'GPT by API',
  claude_api: 'Claude by API',
  gemini_api: 'Gemini by API',
  perplexity_api: 'Perplexity by API',
};

/** As people name it. */
export function toSurfaceName(surface: string): string {
  return (NAMES as Readonly<Record<string, string>>)[surface] ?? surface;
}
