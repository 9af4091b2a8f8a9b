import type { TokenUsage } from './index.ts';

/** USD for a million tokens. */
export interface TokenPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/**
 * List prices of common models, USD for a million tokens of input and output. Prices change: the operator's own
 * (`LLM_INPUT_USD_PER_MTOK`, `LLM_OUTPUT_USD_PER_MTOK`) win.
 */
const PRICES = new Map<string, readonly [inputUsd: number, outputUsd: number]>(
  Object.entries({
    'gpt-4o': [2.5, 10],
    'gpt-4o-mini': [0.15, 0.6],
    'gpt-4.1': [2, 8],
    'gpt-4.1-mini': [0.4, 1.6],
    'gpt-4.1-nano': [0.1, 0.4],
    'gpt-5': [1.25, 10],
    'gpt-5-mini': [0.25, 2],
    'gpt-5-nano': [0.05, 0.4],
    'o3-mini': [1.1, 4.4],
    'o4-mini': [1.1, 4.4],
    'claude-3-5-haiku': [0.8, 4],
    'claude-3-5-sonnet': [3, 15],
    'claude-3-7-sonnet': [3, 15],
    'claude-haiku-4-5': [1, 5],
    'claude-sonnet-4': [3, 15],
    'claude-sonnet-4-5': [3, 15],
    'claude-opus-4': [15, 75],
    'claude-opus-4-1': [15, 75],
    'claude-opus-4-5': [5, 25],
    'gemini-2.0-flash': [0.1, 0.4],
    'gemini-2.5-flash': [0.3, 2.5],
    'gemini-2.5-flash-lite': [0.1, 0.4],
    'gemini-2.5-pro': [1.25, 10],
    'mistral-large': [2, 6],
    'mistral-small': [0.1, 0.3],
    'text-embedding-3-small': [0.02, 0],
    'text-embedding-3-large': [0.13, 0],
    'text-embedding-ada-002': [0.1, 0],
    'sandbox-model': [0.5, 2],
    'sandbox-plain-model': [0.5, 2],
    'sandbox-embedder': [0.5, 2],
  } as const),
);

/** Price of a model that is not in the table: rather too much than too little, so that budgets hold. */
const UNKNOWN: TokenPrice = { inputUsd: 5, outputUsd: 25 };
/** What vendors write behind the name of a model: a date, a build, `latest`, `preview`. */
const RELEASE = /[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}|latest|preview(?:-[\d-]+)?|v\d+(?::\d+)?)$/u;
const MTOK = 1_000_000;
/** Text in any script has no more tokens than bytes in UTF-8, and English text a quarter of them: a third is safe for both. */
const BYTES_PER_TOKEN = 3;

/** The price of a model by its name, with or without the vendor's name before it and a release behind it. */
export function findPrice(model: string): TokenPrice | undefined {
  const name = model.toLowerCase().slice(model.lastIndexOf('/') + 1);
  const [inputUsd, outputUsd] = PRICES.get(name) ?? PRICES.get(name.replace(RELEASE, '')) ?? [];
  return inputUsd === undefined || outputUsd === undefined ? undefined : { inputUsd, outputUsd };
}

/** What the operator says, what the table knows, or a safe guess. */
export function choosePrice(model: string, own: Partial<TokenPrice>): TokenPrice {
  const known = findPrice(model) ?? UNKNOWN;
  return { inputUsd: own.inputUsd ?? known.inputUsd, outputUsd: own.outputUsd ?? known.outputUsd };
}

export function toCostUsd({ inputUsd, outputUsd }: TokenPrice, { inputTokens, outputTokens }: TokenUsage): number {
  return (inputTokens * inputUsd + outputTokens * outputUsd) / MTOK;
}

/** How many tokens a text has at most, nearly always. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
