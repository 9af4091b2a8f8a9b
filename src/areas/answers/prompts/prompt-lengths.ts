import { invalid, type AppError } from '#kernel/errors.ts';
import { ASKED_PROMPT_MAX, isAskedSurface, type AnswerSurface } from '#providers/search-data/index.ts';
import type { AnswerPrompt } from '../store/prompts.ts';

export const PROMPT_LENGTH_MAX = 2_000;

/** The longest prompt that a surface takes. */
export function toLengthMax(surface: AnswerSurface): number {
  return isAskedSurface(surface) ? ASKED_PROMPT_MAX : PROMPT_LENGTH_MAX;
}

/** A prompt that is too long for a model, and where the request names it. */
interface LongPrompt {
  readonly path: string;
  readonly prompt: Pick<AnswerPrompt, 'text'> & Partial<Pick<AnswerPrompt, 'id'>>;
}

const HEAD_LENGTH = 40;

/** Those that a model does not take, where one is among the surfaces. */
export function findLongPrompts(surfaces: readonly string[], prompts: readonly LongPrompt[]): readonly LongPrompt[] {
  return surfaces.some(isAskedSurface) ? prompts.filter(({ prompt }) => prompt.text.length > ASKED_PROMPT_MAX) : [];
}

/** @returns 400 that names each prompt */
export function refuseLongPrompts(surfaces: readonly string[], long: readonly LongPrompt[]): AppError {
  const models = surfaces.filter(isAskedSurface).join(', ');
  return invalid(
    long.map(({ path, prompt: { id, text } }) => ({
      path,
      message: `${id === undefined ? '' : `${id} `}"${text.slice(0, HEAD_LENGTH).toWellFormed()}…" has ${text.length} characters: ${models} ${models.includes(',') ? 'take' : 'takes'} at most ${ASKED_PROMPT_MAX}`,
    })),
  );
}
