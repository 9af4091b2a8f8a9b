import { invalid, type AppError } from '#kernel/errors.ts';
import { isAskedSurface, type AnswerRequest, type AnswerSurface, type SeenSurface } from '#providers/search-data/assistant-answers.ts';
import type { ProviderTask } from '../client.ts';
import { escapeKeyword } from '../fields.ts';
import { estimateModelUsd } from './models.ts';

/** How the provider reads an assistant. */
interface AnswerFunction {
  readonly path: string;
  /** At normal priority. */
  readonly priceUsd: number;
  /** The vendor does not name it: it is taken to be that of the others. */
  readonly isAssumed?: boolean;
  readonly options: ProviderTask;
}

const PROMPT_MAX = 2_000;

const FUNCTIONS: Readonly<Record<SeenSurface, AnswerFunction>> = {
  ai_mode: { path: '/v3/serp/google/ai_mode', priceUsd: 0.0012, options: { device: 'desktop' } },
  chat_gpt: { path: '/v3/ai_optimization/chat_gpt/llm_scraper', priceUsd: 0.0012, options: { force_web_search: true } },
  gemini: { path: '/v3/ai_optimization/gemini/llm_scraper', priceUsd: 0.0012, isAssumed: true, options: {} },
};

export function findAnswerFunction({ surface }: Pick<AnswerRequest, 'surface'>): AnswerFunction {
  return FUNCTIONS[surface];
}

/** The most that an answer costs, at normal priority. */
export function estimateAnswerUsd(surface: AnswerSurface): number {
  return isAskedSurface(surface) ? estimateModelUsd(surface) : FUNCTIONS[surface].priceUsd;
}

/** What models charge is passed on by the vendor and named nowhere. */
export function isAnswerPriceAssumed(surface: AnswerSurface): boolean {
  return isAskedSurface(surface) || FUNCTIONS[surface].isAssumed === true;
}

/** Why the provider cannot be asked; `undefined`: it can. */
export function findAnswerProblem({ prompt }: AnswerRequest): AppError | undefined {
  return prompt.length <= PROMPT_MAX ? undefined : invalid([{ path: 'prompt', message: `must have at most ${PROMPT_MAX} characters` }]);
}

/** The task as the provider wants it. */
export function toAnswerTask(request: AnswerRequest, tag: string): ProviderTask {
  const { prompt, locationCode, languageCode } = request;
  const { options } = findAnswerFunction(request);
  return { keyword: escapeKeyword(prompt), location_code: locationCode, language_code: languageCode, ...options, tag };
}
