import { setTimeout as sleep } from 'node:timers/promises';
import { randomBelow } from '#kernel/chance.ts';
import { messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { HttpClient, HttpResponse } from '../../http-client.ts';
import { firstOf, parseRetryAfter, toStatusError } from '../../http-errors.ts';
import { PaidCallError, UnsentCallError, type Spending, type SpendSubject } from '../../metering.ts';
import { PageRefusal } from '../../page-fetch/index.ts';
import type { Robots } from '../../page-fetch/robots.ts';
import { userAgentHeader } from '../../page-fetch/user-agent.ts';
import { AppStoreError } from '../errors.ts';
import type { StoreOptions } from '../index.ts';
import { throttled, type Pauses } from '../pauses.ts';
import { LEDGER_SERVICES, LOOKUP, PAGE, type StoreService } from '../services.ts';
import { STORE_A_URLS, type AppStoreSettings, type StoreASource } from '../settings.ts';

const ANSWER_BYTES_MAX = 16 * 1_024 * 1_024;
const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const THROTTLED: ReadonlySet<number> = new Set([403, 429]);
const NOT_FOUND = 404;
const FIRST_ERROR_STATUS = 400;
/** What the store's `robots.txt` disallows, and the operator has turned on. */
const BY_DECISION: ReadonlySet<StoreASource> = new Set(['legacy_feed', 'search']);
/** A host that the operator named instead of the store's is a service of ours, and may be private. */
const STORE_ORIGINS: ReadonlySet<string> = new Set(Object.values(STORE_A_URLS));

export interface StoreCall extends SpendSubject {
  readonly service: StoreService;
  readonly source: StoreASource;
  /** One of few names, in measures and, behind `store_a/`, in the ledger: `product`. */
  readonly endpoint: string;
  readonly url: string;
  readonly storefront: string;
}

export interface StoreAnswer {
  readonly text: string;
  readonly status: number;
  /** After redirects. */
  readonly url: string;
}

export interface StoreClientOptions {
  readonly http: HttpClient;
  readonly spending: Pick<Spending, 'spend'>;
  readonly settings: AppStoreSettings;
  readonly robots: Robots;
  readonly pauses: Pauses;
}

/** Asks the hosts of `store_a`, each request in its slot and in the ledger. */
export function makeStoreClient({ http, spending, settings, robots, pauses }: StoreClientOptions) {
  const send = async (call: StoreCall, { scope, signal }: StoreOptions): Promise<HttpResponse> => {
    let isSent = false;
    const planned = { service: LEDGER_SERVICES[call.service], endpoint: `store_a/${call.endpoint}`, estimateUsd: 0, tag: newId('spend_') };
    const { appId, categoryId } = call;
    return await spending.spend({ ...scope, appId, categoryId }, planned, async () => {
      try {
        const value = await http.request({
          service: call.service,
          endpoint: call.endpoint,
          url: call.url,
          isPage: STORE_ORIGINS.has(new URL(call.url).origin),
          headers: { 'user-agent': userAgentHeader(), accept: '*/*' },
          timeoutMs: settings.timeoutSeconds * 1_000,
          responseBytesMax: ANSWER_BYTES_MAX,
          readsFailures: true,
          signal,
          onSend: async () => {
            // A pause may have begun while the call waited.
            await pauses.check(call.service);
            isSent = true;
          },
        });
        return { value, cost: { costUsd: 0, success: value.status < FIRST_ERROR_STATUS } };
      } catch (error) {
        if (!isSent) throw new UnsentCallError(error);
        throw new PaidCallError(error instanceof Error ? error : new Error(messageOf(error)), { costUsd: 0, success: false });
      }
    });
  };

  /** One request, with the checks and waits before it. */
  const ask = async (call: StoreCall, options: StoreOptions): Promise<HttpResponse> => {
    if (!BY_DECISION.has(call.source)) await checkRobots(robots, call, options.signal);
    await pauses.check(call.service);
    if (call.service === PAGE) await restBefore(settings, options.signal);
    const response = await send(call, options);
    if (!THROTTLED.has(response.status)) return response;
    const { backoffSeconds } = call.service === LOOKUP ? settings.lookup : settings;
    const leftMs = await pauses.begin(call.service, backoffSeconds * 1_000, parseRetryAfter(response.headers));
    throw throttled(call.service, leftMs, response.status);
  };

  return {
    /**
     * Asks, and follows redirects within the host, each hop in its slot.
     * @throws AppStoreError `switched_off`, `blocked`, `throttled`, `removed`, `wrong_storefront`
     * @throws OutsideError when the host cannot be reached, or answers with another failure
     */
    get: async (first: StoreCall, options: StoreOptions): Promise<StoreAnswer> => {
      if (!settings.sources.has(first.source)) throw switchedOff(first);
      let call = first;
      for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
        const response = await ask(call, options);
        const { status } = response;
        const location = REDIRECTS.has(status) ? firstOf(response.headers.location) : undefined;
        if (location === undefined) return toAnswer(call, response);
        call = toNextHop(call, location);
      }
      throw new AppStoreError({
        ...toService(first),
        reason: 'blocked',
        message: `${first.service} redirects more than ${REDIRECTS_MAX} times`,
      });
    },
  };
}

export type StoreClient = ReturnType<typeof makeStoreClient>;

function toAnswer(call: StoreCall, { status, headers, body }: HttpResponse): StoreAnswer {
  if (status === NOT_FOUND)
    throw new AppStoreError({
      ...toService(call),
      reason: 'removed',
      message: `the storefront ${call.storefront} does not have it`,
      code: status,
    });
  if (status >= FIRST_ERROR_STATUS) throw toStatusError(call.service, status, headers);
  return { text: body.toString('utf8'), status, url: call.url };
}

/** A storefront that the store does not have leads to another one. */
function toNextHop(call: StoreCall, location: string): StoreCall {
  const from = new URL(call.url);
  const url = URL.parse(location, from.href);
  if (url === null || url.origin !== from.origin)
    throw new AppStoreError({ ...toService(call), reason: 'blocked', message: `${from.host} leads to ${url?.host ?? 'no address'}` });
  const country = /^\/([a-z]{2})\//u.exec(url.pathname)?.[1];
  if (country !== undefined && country !== call.storefront)
    throw new AppStoreError({
      ...toService(call),
      reason: 'wrong_storefront',
      message: `${from.host} leads from the storefront ${call.storefront} to ${country}`,
    });
  return { ...call, url: url.href };
}

async function checkRobots(robots: Robots, call: StoreCall, signal: AbortSignal | undefined): Promise<void> {
  try {
    await robots.check(new URL(call.url), signal);
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    throw new AppStoreError({ ...toService(call), reason: 'blocked', message: error.message, cause: error });
  }
}

/** Requests of one process do not follow each other like a clock. */
async function restBefore({ pageDelayMs: [least, most], pageJitterMs }: AppStoreSettings, signal: AbortSignal | undefined): Promise<void> {
  const restMs = least + randomBelow(most - least) + randomBelow(pageJitterMs);
  if (restMs > 0) await sleep(restMs, undefined, { signal });
}

function switchedOff({ service, source }: StoreCall): AppStoreError {
  return new AppStoreError({ service, reason: 'switched_off', message: `the source ${source} is not in STORE_A_SOURCES` });
}

function toService({ service }: StoreCall): { readonly service: string } {
  return { service };
}
