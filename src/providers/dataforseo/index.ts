import { makeAccountData, makeFreeData } from './account.ts';
import { makeAppData } from './apps/listings.ts';
import { makeAssistantAnswers } from './answers/assistant-answers.ts';
import { makeBought } from './bought.ts';
import { makeProviderClient } from './client.ts';
import type { SearchData } from '../search-data/index.ts';
import type { SearchDataOptions, SearchProvider } from '../search-data/provider.ts';
import { DATAFORSEO } from './errors.ts';
import { makeKeywordData } from './keywords/data.ts';
import { makeLinkIndex } from './links/link-index.ts';
import { makePageService } from './pages/reader.ts';
import { makeProviderClock } from './provider-clock.ts';
import { makeProviderRelay } from './relay.ts';
import { makeSerpLive } from './serp/live.ts';
import { makeTaskQueue } from './queue/task-queue.ts';
import { makeTaskRecordSource } from './queue/task-records.ts';
import { toCallLimits } from './call-limits.ts';
import { SERVICES } from './services.ts';

/** DataForSEO as the source of result pages and of metrics of keywords, and of app stores. */
function makeSearchData({ http, config, spending, clock, logger }: SearchDataOptions): SearchData {
  const theirClock = makeProviderClock({ clock, logger });
  const client = makeProviderClient({ http, credentials: config.dataforseo, theirClock });
  const purchase = { client, spending, bought: makeBought() };
  return {
    provider: DATAFORSEO,
    isConfigured: client.isConfigured,
    ...makeSerpLive({ ...purchase, clock }),
    ...makeTaskQueue({ client, spending, clock }),
    ...makeAssistantAnswers({ ...purchase, now: () => clock.now() }),
    ...makeAppData({ ...purchase, clock }),
    ...makeKeywordData(purchase),
    ...makeLinkIndex(purchase),
    ...makePageService({ client, spending }),
    ...makeTaskRecordSource(client, theirClock),
    ...makeFreeData({ client, spending }),
    ...makeProviderRelay({ client, spending }),
  };
}

export const dataforseo: SearchProvider = {
  identity: DATAFORSEO,
  services: SERVICES,
  toCallLimits: ({ providerLimits, storeBDelaySeconds }) => toCallLimits(providerLimits, storeBDelaySeconds),
  isConfigured: ({ dataforseo: { login, password } }) => login !== undefined && password !== undefined,
  toBaseUrl: (config) => config.dataforseo.baseUrl,
  toSandboxSettings: ({ dataforseo: { login = 'sandbox', password = 'sandbox' } }, baseUrl) => ({
    dataforseo: { login, password, baseUrl },
  }),
  makeAccountData: ({ http, config }) => makeAccountData(makeProviderClient({ http, credentials: config.dataforseo })),
  makeSearchData,
};
