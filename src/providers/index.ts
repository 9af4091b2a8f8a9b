/** The outside providers: what each brings for the ledger and for pacing, one value for each folder. */
import type { Config } from '#config';
import { appStore } from './app-store/services.ts';
import { dataforseo } from './dataforseo/index.ts';
import { entityStore } from './entity-store/services.ts';
import { models } from './llm/services.ts';
import { pages } from './page-fetch/services.ts';
import { pictures } from './pictures/services.ts';
import type { Rate } from './pacing.ts';
import type { SearchProvider } from './search-data/provider.ts';
import type { ServiceRate } from './services.ts';

export { makePacer, type Rate } from './pacing.ts';
export { makeSandboxControl } from './sandbox-control.ts';
export type { SearchProvider } from './search-data/provider.ts';

export interface Provider {
  /** Under what its calls are booked. */
  readonly services: readonly ServiceRate[];
  /** How often and how widely it may be called. */
  readonly toRates?: (config: Config) => readonly Rate[];
}

/** Who fills the port `search-data`. Another vendor is a folder of its own, and this line. */
export const searchProvider: SearchProvider = dataforseo;

export const otherProviders: readonly Provider[] = [pages, models, entityStore, appStore, pictures];

export const providers: readonly Provider[] = [searchProvider, ...otherProviders];
