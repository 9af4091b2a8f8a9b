import { OutsideError, messageOf } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { roundUsd } from '#kernel/money.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { UnsentCallError, type CallCost, type ScopedCall, type SpendScope, type Spending } from '#providers/metering.ts';
import type { ProviderClient, ProviderTask, TaskAnswer } from '../client.ts';
import { mayHaveBeenCharged, SERVICE, toProviderError } from '../errors.ts';
import { readParsedPage } from './mapper.ts';
import type { PageService, PageWay, ServicePage } from '#providers/search-data/pages.ts';
import { SLOT_WAIT_MS_MAX } from '#providers/search-data/slot-wait.ts';

interface Way {
  readonly service: 'provider_instant_pages' | 'scraper_js_render' | 'scraper_premium';
  /** Reserved for each address; what is booked is the price in the answer. */
  readonly usd: number;
  readonly options: ProviderTask;
}

const RENDERED = { enable_javascript: true, enable_xhr: true } as const;
const WAYS: Readonly<Record<PageWay, Way>> = {
  plain: { service: 'provider_instant_pages', usd: 0.000_15, options: {} },
  rendered: { service: 'scraper_js_render', usd: 0.001_5, options: RENDERED },
  premium: { service: 'scraper_premium', usd: 0.001_5, options: { ...RENDERED, switch_pool: true } },
};

const PATH = '/v3/on_page/content_parsing/live';
/** What the provider takes in one call, and of one site among them. */
const TASKS_MAX = 20;
const OF_SITE_MAX = 5;

export function makePageService({ client, spending }: { readonly client: ProviderClient; readonly spending: Spending }): PageService {
  return {
    pagesPerBatch: 100,
    estimatePages: (way, pages) => ({ calls: Math.ceil(pages / TASKS_MAX), costUsd: roundUsd(WAYS[way].usd * pages) }),
    readPages: async (urls, way, scope, signal) => {
      const found = new Map<string, ServicePage>();
      // One after the other: the provider refuses a site that it is reading for another call.
      for (const group of spreadSites(urls)) {
        signal?.throwIfAborted();
        for (const page of await readGroup({ client, spending }, group, { way, scope, signal })) found.set(page.url, page);
      }
      return urls.map((url) => found.get(url) ?? { url, costUsd: 0, state: 'failed', reason: 'it was not asked for' });
    },
  };
}

/** Calls of twenty addresses at most, five of a site among them. */
function spreadSites(urls: readonly string[]): string[][] {
  const calls: { readonly urls: string[]; readonly sites: Map<string, number> }[] = [];
  for (const url of new Set(urls)) {
    const site = toRegistrableDomain(new URL(url).hostname);
    let call = calls.find((one) => one.urls.length < TASKS_MAX && (one.sites.get(site) ?? 0) < OF_SITE_MAX);
    if (call === undefined) calls.push((call = { urls: [], sites: new Map() }));
    call.urls.push(url);
    call.sites.set(site, (call.sites.get(site) ?? 0) + 1);
  }
  return calls.map((call) => call.urls);
}

interface Order {
  readonly way: PageWay;
  readonly scope: SpendScope;
  readonly signal: AbortSignal | undefined;
}

interface PlannedPage extends ScopedCall {
  readonly url: string;
}

async function readGroup(
  { client, spending }: { readonly client: ProviderClient; readonly spending: Spending },
  urls: readonly string[],
  { way, scope, signal }: Order,
): Promise<ServicePage[]> {
  const { service, usd: estimateUsd, options } = WAYS[way];
  const planned = urls.map((url): PlannedPage => ({ url, scope, service, endpoint: PATH, estimateUsd, tag: newId('spend_') }));
  try {
    const { value = [], refused } = await spending.spendBatch(planned, async (made) => {
      const ends = await send(client, made, { options, signal });
      return { value: ends.map(({ page }) => page), costs: ends.map(({ cost }) => cost) };
    });
    return [...value, ...refused.map(({ planned: { url }, error }): ServicePage => ({ url, costUsd: 0, state: 'refused', error }))];
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return urls.map((url) => ({ url, costUsd: 0, state: 'failed', reason: error.message }));
  }
}

interface PageEnd {
  readonly page: ServicePage;
  readonly cost: CallCost;
}

/** @throws UnsentCallError */
async function send(
  client: ProviderClient,
  made: readonly PlannedPage[],
  { options, signal }: { readonly options: ProviderTask; readonly signal: AbortSignal | undefined },
): Promise<PageEnd[]> {
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  try {
    const tasks = made.map(({ url }) => ({ url, ...options }));
    const answers = await client.call(PATH, tasks, { rateClass: 'live', signal, slotWaitMsMax: SLOT_WAIT_MS_MAX, onSend });
    return made.map(({ url }, at) => readEnd(url, answers[at]));
  } catch (error) {
    if (!isSent) throw new UnsentCallError(error);
    const costUsd = mayHaveBeenCharged(error) ? undefined : 0;
    return made.map(({ url }) => fail(url, messageOf(error), { costUsd, success: false }));
  }
}

/** The provider takes no tag of ours here: an answer that is lost is booked at what was reserved. */
function readEnd(url: string, answer: TaskAnswer | undefined): PageEnd {
  if (answer === undefined) return fail(url, `${SERVICE} does not speak of it`, { costUsd: undefined, success: false });
  const { ok, code, message, costUsd, taskId, retryAfterMs, result } = answer;
  if (!ok) return fail(url, toProviderError(code, message, retryAfterMs).message, { costUsd, taskId, success: false });
  const parsed = readParsedPage(result);
  if (parsed === undefined) return fail(url, 'the page service could not read it', { costUsd, taskId, success: false });
  return {
    page: { url, costUsd: costUsd ?? 0, state: 'read', ...parsed },
    cost: { costUsd, taskId, success: true, itemsReturned: 1 },
  };
}

function fail(url: string, reason: string, cost: CallCost): PageEnd {
  return { page: { url, costUsd: cost.costUsd ?? 0, state: 'failed', reason }, cost };
}
