/** A model that can be asked, as the vendor lists it, and what it charges. */
export interface Model {
  /** Without its version; asked for so, the newest version answers. */
  readonly base: string;
  readonly name: string;
  readonly reasoning: boolean;
  readonly searches: boolean;
  /** Whether it takes money for the pages that it reads. */
  readonly chargesPages: boolean;
  /** USD for a million tokens. */
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** USD for an answer that searched the web. */
  readonly searchUsd: number;
}

export type Platform = 'chat_gpt' | 'claude' | 'gemini' | 'perplexity';

/**
 * name without version, version, what it can do, prices. What models charge is assumed throughout: the vendor passes it on in
 * `money_spent`, and its models change monthly. A searched answer of the last platform comes to about 0.006 USD.
 */
const MODELS: Readonly<Record<Platform, string>> = {
  chat_gpt: `
gpt-5 gpt-5-2026-08-07 reasoning,search,pages 1.25 10 0.01
gpt-5-mini gpt-5-mini-2026-08-07 reasoning,search,pages 0.25 2 0.01
gpt-4.1 gpt-4.1-2025-04-14 search,pages 2 8 0.01
gpt-4.1-mini gpt-4.1-mini-2025-04-14 search,pages 0.4 1.6 0.01
o3-mini o3-mini-2025-01-31 reasoning 1.1 4.4 0`,
  claude: `
claude-sonnet-5 claude-sonnet-5-20260817 reasoning,search,pages 3 15 0.01
claude-haiku-4-5 claude-haiku-4-5-20251001 search,pages 1 5 0.01`,
  gemini: `
gemini-3-pro gemini-3-pro reasoning,search,pages 2 12 0.014
gemini-2.5-flash gemini-2.5-flash search,pages 0.3 2.5 0.014`,
  perplexity: `
sonar sonar search 1 1 0.005
sonar-pro sonar-pro search 3 15 0.005
sonar-reasoning-pro sonar-reasoning-pro reasoning,search 2 8 0.005`,
};

export const PLATFORMS = Object.keys(MODELS) as readonly Platform[];

export function modelsOf(platform: Platform): readonly Model[] {
  return MODELS[platform].trim().split('\n').map(parseModel);
}

/** By its full name or the one without its version. */
export function findModel(platform: Platform, wanted: string): Model | undefined {
  return modelsOf(platform).find(({ base, name }) => base === wanted || name === wanted);
}

function parseModel(line: string): Model {
  const [base = '', name = '', can = '', input, output, search] = line.split(' ');
  const abilities = can.split(',');
  return {
    base,
    name,
    reasoning: abilities.includes('reasoning'),
    searches: abilities.includes('search'),
    chargesPages: abilities.includes('pages'),
    inputUsd: Number(input),
    outputUsd: Number(output),
    searchUsd: Number(search),
  };
}
