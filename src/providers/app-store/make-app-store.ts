import type { Clock } from '#kernel/clock.ts';
import type { HttpClient } from '../http-client.ts';
import type { Spending } from '../metering.ts';
import type { KeepEvidence } from './evidence.ts';
import type { AppStore } from './index.ts';
import { makePauses, type SharedCache } from './pauses.ts';
import type { AppStoreSettings } from './settings.ts';
import { makeStoreClient } from './store-a/client.ts';
import { makeReadAnswer } from './store-a/read-answer.ts';
import { makeReadPages } from './store-a/read-pages.ts';
import { makeReadServices } from './store-a/read-services.ts';
import { makeOneAfterAnother } from '../page-fetch/one-after-another.ts';
import { makeRobots, type Robots } from '../page-fetch/robots.ts';
import { PAGE } from './services.ts';

export interface AppStoreOptions {
  readonly http: HttpClient;
  readonly spending: Pick<Spending, 'spend'>;
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly settings: AppStoreSettings;
  readonly keepEvidence: KeepEvidence;
}

/** `store_a` by its pages, its lookup service and its feeds; see `AppStore`. */
export function makeAppStore({ http, spending, cache, clock, settings, keepEvidence }: AppStoreOptions): AppStore {
  const robots = makeStoreRobots({ http, cache, timeoutMs: settings.timeoutSeconds * 1_000 });
  const client = makeStoreClient({ http, spending, settings, robots, pauses: makePauses(cache, clock) });
  const read = makeReadAnswer(client, keepEvidence);
  return { ...makeReadPages(settings, read), ...makeReadServices(settings, read) };
}

/** `robots.txt` of the store's hosts: asked for in the line of the pages, and once however many wait for it. */
function makeStoreRobots({ http, cache, timeoutMs }: { http: HttpClient; cache: SharedCache; timeoutMs: number }): Robots {
  const inLine: HttpClient = { ...http, request: (request) => http.request({ ...request, service: PAGE }) };
  const robots = makeRobots({ http: inLine, cache, timeoutMs });
  const inTurn = makeOneAfterAnother<number>();
  return { check: (url, signal) => inTurn(url.origin, signal, () => robots.check(url, signal)) };
}
