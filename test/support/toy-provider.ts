import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { newId } from '#kernel/ids.ts';
import { OutsideError } from '#kernel/errors.ts';
import { PaidCallError } from '#providers/metering.ts';
import type { SearchProvider } from '#providers/index.ts';
import type { SearchData, SerpAnswer, SerpItem, SerpRequest } from '#providers/search-data/index.ts';

/** A vendor of search data that is no part of the product. It answers organic pages at once, and nothing else. */

const NAME = 'toy';
const SERVICE = 'toy_page';
/** More than a page costs, as estimates are. */
const ESTIMATE_USD = 0.02;

const ToyPage = z.object({ ticket: z.string(), price_cents: z.number(), sites: z.array(z.string()) });

interface ToyVendor {
  readonly provider: SearchProvider;
  /** What was asked, in its own words. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** @param answer what it says to a keyword: sites from the top, or a status that refuses */
export async function openToyVendor(answer: (keyword: string) => readonly string[] | number, priceCents: number): Promise<ToyVendor> {
  const asked: string[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const keyword = new URL(request.url ?? '', 'http://toy').searchParams.get('about') ?? '';
    asked.push(keyword);
    const said = answer(keyword);
    response.statusCode = typeof said === 'number' ? said : 200;
    response.end(typeof said === 'number' ? 'no' : JSON.stringify({ ticket: newId('task_'), price_cents: priceCents, sites: said }));
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    provider: makeToyProvider(`http://127.0.0.1:${port}`),
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The whole folder that such a vendor would be. */
function makeToyProvider(baseUrl: string): SearchProvider {
  const identity = {
    name: NAME,
    title: 'Toy Search',
    credentials: ['TOY_KEY'],
    address: 'TOY_URL',
    noCredentials: { message: 'Toy Search credentials not configured', hint: 'Set TOY_KEY.' },
  };
  return {
    identity,
    services: [{ service: SERVICE, priceUsd: ESTIMATE_USD, unit: 'page' }],
    toCallLimits: () => [{ service: NAME, class: 'account', concurrency: 2 }],
    isConfigured: () => true,
    toBaseUrl: () => baseUrl,
    toSandboxSettings: () => ({}),
    makeAccountData: () => ({}) as SearchData,
    makeSearchData: ({ http, spending, clock }) => {
      const live: Pick<SearchData, 'provider' | 'isConfigured' | 'families' | 'hasRecordsOf' | 'estimateSerpUsd' | 'fetchSerp'> = {
        provider: identity,
        isConfigured: true,
        families: [],
        hasRecordsOf: () => false,
        estimateSerpUsd: () => ESTIMATE_USD,
        fetchSerp: async (request, scope, { signal, record } = {}) => {
          const planned = { service: SERVICE, endpoint: '/page', estimateUsd: ESTIMATE_USD, tag: newId('spend_') };
          return await spending.spend(scope, planned, async () => {
            const url = `${baseUrl}/page?about=${encodeURIComponent(request.keyword)}`;
            const response = await http.request({ service: NAME, endpoint: '/page', url, signal }).catch((error: unknown) => {
              throw new PaidCallError(error as Error, { costUsd: 0, success: false });
            });
            const value = readToyPage(response.body, request, clock.now());
            const cost = { costUsd: value.costUsd, taskId: value.taskId, success: true, itemsReturned: value.items.length };
            return { value, cost, record: record && ((tx) => record(response.received, value, tx)) };
          });
        },
      };
      return live as SearchData;
    },
  };
}

function readToyPage(body: Buffer, request: SerpRequest, fetchedAt: Date): SerpAnswer {
  const page = ToyPage.safeParse(JSON.parse(body.toString('utf8')));
  if (!page.success) throw new OutsideError({ service: NAME, kind: 'parse', message: 'Toy Search gave an unreadable page' });
  const { ticket, price_cents: cents, sites } = page.data;
  return {
    items: sites.map((site, index) => toItem(site, index + 1)),
    checkUrl: null,
    seResultsCount: null,
    itemsCount: sites.length,
    features: [],
    checkedDepth: request.depth,
    costUsd: cents / 100,
    taskId: ticket,
    fetchedAt,
    provider: NAME,
  };
}

function toItem(domain: string, place: number): SerpItem {
  return {
    type: 'organic',
    rankGroup: place,
    rankAbsolute: place,
    page: null,
    position: null,
    xpath: null,
    domain,
    url: `https://${domain}/`,
    title: `${domain} for you`,
    description: null,
    isPaid: false,
    isFeaturedSnippet: false,
    ratingValue: null,
    ratingCount: null,
    cid: null,
  };
}
