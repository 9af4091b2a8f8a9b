import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CATEGORIES, hostOf, listStoreCalls, PAGES_HOST, toCrawlBody } from './crawls.ts';
import { BENCH_KEY, spawnNode, startService, stopChild } from './process.ts';
import { startSandboxProcess } from './sandbox.ts';
import { readEnvironment } from './store-addresses.ts';

const PROCESSES = 3;
/** Crawls of different countries run at once, so that every process has one. */
const STOREFRONTS = ['us', 'gb', 'de'];
const MEASURED_MS = 90_000;

export interface CrawlDelays {
  readonly processes: number;
  readonly requests: number;
  /** The shortest time between the arrivals of two requests for pages. */
  readonly gapSeconds: number;
}

/** Crawls with the delays of the settings as they are, by several processes over shared stores; what the sandbox saw of them. */
export async function measureCrawlDelays(): Promise<CrawlDelays> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const stores = spawnNode(['scripts/stores.ts', folder], {}, 'pipe');
    closers.push(() => stopChild(stores));
    await once(stores.stdout ?? stores, 'data');
    const sandbox = await startSandboxProcess();
    closers.push(() => sandbox.stop());
    const environment = { ...(await readEnvironment(join(folder, 'env'))), SANDBOX: sandbox.url };
    const services = [];
    for (let at = 0; at < PROCESSES; at += 1) {
      const service = await startService(folder, environment);
      closers.push(() => service.stop());
      services.push(service);
    }
    const since = Date.now();
    for (const [at, storefront] of STOREFRONTS.entries()) await startCrawl(services[at]?.url ?? '', storefront);
    await sleep(MEASURED_MS);
    const pages = (await listStoreCalls(sandbox.url, since)).filter(({ host }) => hostOf(host) === PAGES_HOST);
    const gaps = pages.slice(1).map(({ ts }, at) => ts - (pages[at]?.ts ?? ts));
    return { processes: PROCESSES, requests: pages.length, gapSeconds: Math.min(...gaps) / 1_000 };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function startCrawl(url: string, storefront: string): Promise<void> {
  const response = await fetch(`${url}/api/admin/start-crawl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(toCrawlBody({ storefront, categories: CATEGORIES.slice(0, 3), limit: 30 })),
  });
  if (!response.ok) throw new Error(`The crawl was answered ${response.status}: ${await response.text()}`);
}
