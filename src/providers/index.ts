/** The outside providers: what each brings for the ledger and for the limits on its calls, one value for each folder. */
import type { Config } from '#config';
import { appStore } from './app-store/services.ts';
import { dataforseo } from './dataforseo/index.ts';
import { entityStore } from './entity-store/services.ts';
import { models } from './llm/services.ts';
import { pages } from './page-fetch/services.ts';
import { pictures } from './pictures/services.ts';
import type { CallLimits } from './limits/call-limiter.ts';
import { searchConsole } from './search-console/settings.ts';
import type { SearchProvider } from './search-data/provider.ts';
import type { ServicePrice } from './services.ts';

export { makeCallLimiter, type CallLimits } from './limits/call-limiter.ts';
export type { BucketDoor } from './bucket-door/index.ts';
export type { ChannelDoor } from './channel-door/index.ts';
export { makeBucketDoor } from './bucket-door/make-bucket-door.ts';
export { makeChannelDoor } from './channel-door/make-channel-door.ts';
export { makeMailDoor } from './mail/make-mail-door.ts';
export { makeNames } from './names.ts';
export { makeSearchConsole } from './search-console/make-search-console.ts';
export { makeSandboxControl } from './sandbox-control.ts';
export type { SearchProvider } from './search-data/provider.ts';

export interface Provider {
  /** Under what its calls are booked. */
  readonly services: readonly ServicePrice[];
  /** How often and how widely it may be called. */
  readonly toCallLimits?: (config: Config) => readonly CallLimits[];
}

/** Who fills the port `search-data`. Another vendor is a folder of its own, and this line. */
export const searchProvider: SearchProvider = dataforseo;

export const otherProviders: readonly Provider[] = [pages, models, entityStore, appStore, pictures, searchConsole];

export const providers: readonly Provider[] = [searchProvider, ...otherProviders];
