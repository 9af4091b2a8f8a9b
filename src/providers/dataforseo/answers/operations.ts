import { invalid, type AppError } from '#kernel/errors.ts';
import type { AnswerRequest, AnswerSurface } from '#providers/search-data/assistant-answers.ts';
import type { ProviderTask } from '../client.ts';
import { escapeKeyword } from '../fields.ts';

/** How the provider reads an assistant. */
interface AnswerFunction {
  readonly path: string;
  /** At normal priority. The vendor names those of AI Mode and of ChatGPT; that of Gemini is taken to be the same. */
  readonly priceUsd: number;
  readonly options: ProviderTask;
}

const PROMPT_MAX = 2_000;

const FUNCTIONS: Readonly<Record<AnswerSurface, AnswerFunction>> = {
  ai_mode: { path: '/v3/serp/google/ai_mode', priceUsd: 0.0012, options: { device: 'desktop' } },
  chat_gpt: { path: '/v3/ai_optimization/chat_gpt/llm_scraper', priceUsd: 0.0012, options: { force_web_search: true } },
  gemini: { path: '/v3/ai_optimization/gemini/llm_scraper', priceUsd: 0.0012, options: {} },
};

export function findAnswerFunction({ surface }: Pick<AnswerRequest, 'surface'>): AnswerFunction {
  return FUNCTIONS[surface];
}

/** The most that an answer costs, at normal priority. */
export function estimateAnswerUsd(request: Pick<AnswerRequest, 'surface'>): number {
  return findAnswerFunction(request).priceUsd;
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
