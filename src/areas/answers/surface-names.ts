import type { AnswerSurface } from '#providers/search-data/index.ts';

const NAMES: Readonly<Record<AnswerSurface, string>> = { ai_mode: 'AI Mode', chat_gpt: 'ChatGPT', gemini: 'Gemini' };

/** As people name it. */
export function toSurfaceName(surface: string): string {
  return (NAMES as Readonly<Record<string, string>>)[surface] ?? surface;
}
