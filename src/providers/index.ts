/** The outside providers: what each brings for the ledger and for pacing, one value for each folder. */
import type { Config } from '#config';
import { appStore } from './app-store/services.ts';
import { entityStore } from './entity-store/services.ts';
import { models } from './llm/services.ts';
import { pages } from './page-fetch/services.ts';
import { pictures } from './pictures/services.ts';
import type { Rate } from './pacing.ts';
import { dataforseo } from './dataforseo/services.ts';
import type { ServiceRate } from './services.ts';

export { makePacer, type Rate } from './pacing.ts';
export { makeSandboxControl } from './sandbox-control.ts';

export interface Provider {
  /** Under what its calls are booked. */
  readonly services: readonly ServiceRate[];
  /** How often and how widely it may be called. */
  readonly toRates?: (config: Config) => readonly Rate[];
}

export const providers: readonly Provider[] = [dataforseo, pages, models, entityStore, appStore, pictures];
