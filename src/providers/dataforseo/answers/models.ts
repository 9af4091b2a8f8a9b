import { roundUsd } from '#kernel/money.ts';
import type { AskedSurface, ModelRequest } from '#providers/search-data/assistant-answers.ts';
import type { ProviderTask } from '../client.ts';

/** Class of the calls in `call-limits.ts`. */
export const MODEL_LIVE = 'model_live';

/** A model that is asked by its interface. */
interface ModelFunction {
  readonly path: string;
  /** Without its version: the newest one answers, and the answer names it. */
  readonly model: string;
  /** It always searches the web, and takes no word about it. */
  readonly alwaysSearches: boolean;
  /** What the model takes, in USD for a million tokens, and for a search. Assumed throughout: the vendor passes it on in `money_spent`. */
  readonly assumed: { readonly inputUsd: number; readonly outputUsd: number; readonly searchUsd: number };
}

const FUNCTIONS: Readonly<Record<AskedSurface, ModelFunction>> = {
  chat_gpt_api: toFunction('chat_gpt', 'gpt-5-mini', { inputUsd: 0.25, outputUsd: 2, searchUsd: 0.01 }),
  claude_api: toFunction('claude', 'claude-haiku-4-5', { inputUsd: 1, outputUsd: 5, searchUsd: 0.01 }),
  gemini_api: toFunction('gemini', 'gemini-2.5-flash', { inputUsd: 0.3, outputUsd: 2.5, searchUsd: 0.014 }),
  perplexity_api: { ...toFunction('perplexity', 'sonar', { inputUsd: 1, outputUsd: 1, searchUsd: 0.005 }), alwaysSearches: true },
};

/** The vendor's own price of an answer. */
const BASE_USD = 0.0006;
/** As long as an answer may be; a model that thinks first needs 1,024. */
const OUTPUT_TOKENS_MAX = 2_048;
/** Of the prompt, of instructions and of pages that were searched. Assumed: the vendor names no bound. */
const INPUT_TOKENS_ASSUMED = 16_000;
/** A model that always searches does not charge for the pages. */
const PROMPT_TOKENS_ASSUMED = 500;
const MILLION = 1_000_000;

function toFunction(platform: string, model: string, assumed: ModelFunction['assumed']): ModelFunction {
  return { path: `/v3/ai_optimization/${platform}/llm_responses/live`, model, alwaysSearches: false, assumed };
}

export function toModelPath(surface: AskedSurface): string {
  return FUNCTIONS[surface].path;
}

/** The most that an answer costs, by what models are assumed to take. */
export function estimateModelUsd(surface: AskedSurface): number {
  const { alwaysSearches, assumed } = FUNCTIONS[surface];
  const input = (alwaysSearches ? PROMPT_TOKENS_ASSUMED : INPUT_TOKENS_ASSUMED) * assumed.inputUsd;
  return roundUsd(BASE_USD + (input + OUTPUT_TOKENS_MAX * assumed.outputUsd) / MILLION + assumed.searchUsd);
}

/** The task as the provider wants it: the model may search the web, and is not made to. */
export function toModelTask({ surface, prompt, country }: ModelRequest, tag: string): ProviderTask {
  const { model, alwaysSearches } = FUNCTIONS[surface];
  return {
    user_prompt: prompt,
    model_name: model,
    max_output_tokens: OUTPUT_TOKENS_MAX,
    ...(alwaysSearches ? {} : { web_search: true }),
    ...(country === undefined ? {} : { web_search_country_iso_code: country }),
    tag,
  };
}
