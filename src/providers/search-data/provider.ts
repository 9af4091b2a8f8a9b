import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { HttpClient } from '../http-client.ts';
import type { Spending } from '../metering.ts';
import type { CallLimits } from '../limits/call-limiter.ts';
import type { ServicePrice } from '../services.ts';
import type { AccountData } from './account.ts';
import type { SearchData } from './index.ts';
import type { ProviderIdentity } from './identity.ts';

export interface SearchDataOptions {
  readonly http: HttpClient;
  readonly config: Config;
  readonly spending: Spending;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A vendor who fills the port: one value for its folder, named once in `src/providers/index.ts`. */
export interface SearchProvider {
  readonly identity: ProviderIdentity;
  /** Under what its calls are booked. */
  readonly services: readonly ServicePrice[];
  /** How often and how widely it may be called. */
  toCallLimits(config: Config): readonly CallLimits[];
  isConfigured(config: Config): boolean;
  /** Where it is asked. */
  toBaseUrl(config: Config): string;
  /** Its settings in the world of a sandbox. */
  toSandboxSettings(config: Config, sandboxUrl: string): Partial<Config>;
  /** What it says of itself, without anything that is paid for. */
  makeAccountData(options: Pick<SearchDataOptions, 'http' | 'config'>): AccountData;
  makeSearchData(options: SearchDataOptions): SearchData;
}
