import { Parser } from 'htmlparser2';
import { parseProductPage } from '#providers/app-store/store-a/product-page.ts';
import { findScripts } from '#providers/app-store/store-a/page-data.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { request } from 'undici';
import { timePairs, type PairedTimes } from './measure.ts';

const HOST = 'apps.apple.com';
const STOREFRONT = 'us';
const PAGES = 20;
/** Each page so often in a round. */
const PASSES = 5;
const ROUNDS = 15;

export interface PageParseTimes extends PairedTimes {
  readonly pageKib: number;
}

/**
 * Full pages of apps through the parser, against `JSON.parse` of the data in them and htmlparser2 over the whole page, which
 * calls nothing.
 */
export async function timePageParse(): Promise<PageParseTimes> {
  const pages = await fetchPages();
  const parsed = pages.map(({ appId, html }) => parseProductPage(html, { appId, storefront: STOREFRONT, device: 'iphone' }));
  if (parsed.some(({ missing }) => missing.length > 0)) throw new Error('A page lacks fields');
  const blocks = pages.map(({ html }) => findScripts(html).data ?? '');
  const times = await timePairs(
    ROUNDS,
    async () => {
      for (let pass = 0; pass < PASSES; pass += 1)
        for (const { appId, html } of pages) parseProductPage(html, { appId, storefront: STOREFRONT, device: 'iphone' });
    },
    async () => {
      for (let pass = 0; pass < PASSES; pass += 1)
        for (const [at, { html }] of pages.entries()) {
          JSON.parse(blocks[at] ?? '');
          new Parser({}).end(html);
        }
    },
  );
  const perPage = 1 / (PASSES * pages.length);
  const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
  return { ...times, oursMs: times.oursMs * perPage, boundMs: times.boundMs * perPage, pageKib: bytes / pages.length / 1024 };
}

interface Page {
  readonly appId: string;
  readonly html: string;
}

async function fetchPages(): Promise<Page[]> {
  const sandbox = await startSandbox({ port: 0, enforceRateLimits: false });
  try {
    const { apps } = JSON.parse(await read(sandbox.url, '/_sandbox/world')) as { apps: { platform: string; app_id: string }[] };
    const ids = apps.filter(({ platform }) => platform === 'store_a').slice(0, PAGES);
    return await Promise.all(ids.map(async ({ app_id: appId }) => ({ appId, html: await readPage(sandbox.url, appId) })));
  } finally {
    await sandbox.close();
  }
}

/** An address without the name of the app leads to the one with it. */
async function readPage(url: string, appId: string): Promise<string> {
  const first = await request(`${url}/${STOREFRONT}/app/id${appId}`, { headers: { host: HOST } });
  const location = first.headers['location'];
  if (typeof location !== 'string') return await first.body.text();
  await first.body.dump();
  const { pathname } = new URL(location, `https://${HOST}`);
  return await read(url, pathname, { host: HOST });
}

async function read(url: string, path: string, headers: Record<string, string> = {}): Promise<string> {
  const { body, statusCode } = await request(url + path, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  return text;
}
