import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { HttpClient } from '../http-client.ts';
import type { Spending } from '../metering.ts';
import { makeFreeData } from './account.ts';
import { makeAppData } from './apps/listings.ts';
import { makeBought } from './bought.ts';
import { makeProviderClient } from './client.ts';
import type { SearchData } from '../search-data/index.ts';
import { makeKeywordData } from './keywords/data.ts';
import { makeLinkIndex } from './links/link-index.ts';
import { makePageService } from './pages/reader.ts';
import { makeProviderClock } from './provider-clock.ts';
import { makeProviderRelay } from './relay.ts';
import { makeSerpLive } from './serp/live.ts';
import { makeTaskQueue } from './queue/task-queue.ts';
import { makeTaskRecordSource } from './queue/task-records.ts';

export interface SearchDataOptions {
  readonly http: HttpClient;
  readonly config: Pick<Config, 'dataforseo'>;
  readonly spending: Spending;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** DataForSEO as the source of result pages and of figures of keywords, and of app stores. */
export function makeSearchData({ http, config, spending, clock, logger }: SearchDataOptions): SearchData {
  const theirClock = makeProviderClock({ clock, logger });
  const client = makeProviderClient({ http, credentials: config.dataforseo, theirClock });
  const purchase = { client, spending, bought: makeBought() };
  return {
    isConfigured: client.isConfigured,
    ...makeSerpLive({ ...purchase, clock }),
    ...makeTaskQueue({ client, spending, clock }),
    ...makeAppData({ ...purchase, clock }),
    ...makeKeywordData(purchase),
    ...makeLinkIndex(purchase),
    ...makePageService({ client, spending }),
    ...makeTaskRecordSource(client, theirClock),
    ...makeFreeData({ client, spending }),
    ...makeProviderRelay({ client, spending }),
  };
}
