import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { pino } from 'pino';
import { Pool } from 'undici';
import { makeClock } from '#kernel/clock.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { decodePage } from '#providers/page-fetch/decode-page.ts';
import { makePageFetch, SANDBOX_POLITENESS, type PageFetch } from '#providers/page-fetch/index.ts';
import { readPage } from '#providers/page-fetch/read-page.ts';
import type { Bench } from './support/bench.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { timeMs, timePairs } from './support/measure.ts';
import { startSandboxProcess } from './support/sandbox.ts';

const PAGES = 400;
const AT_ONCE = 16;
const ROUNDS = 7;
const RATIO_MIN = 0.5;
const BLOCK_MS_MAX = 300;
const ODD_PAGES = ['https://nested.oddpages.net/', 'https://huge.oddpages.net/'];

/** What robots, turns, limits, charsets and packing for the cache cost, and how long a page can hold up everybody else. */
export const pageFetch: Bench = {
  name: 'page-fetch',
  summary: `${PAGES} home pages of the sandbox, ${AT_ONCE} at once, through the door and read, against bare undici and htmlparser2`,
  run: async () => {
    const sandbox = await startSandboxProcess();
    const http = makeHttpClient({ logger: pino({ level: 'silent' }), allowedPrivateOrigins: [], pages: { sandboxUrl: sandbox.url } });
    const pool = new Pool(sandbox.url, { connections: AT_ONCE });
    try {
      const hosts = await listHosts(sandbox.url);
      const door = makePageFetch({ http, cache: NO_CACHE, clock: makeClock(), politeness: SANDBOX_POLITENESS });
      const readOurs = (host: string): Promise<number> => readThroughDoor(door, `https://${host}/`);
      const firstMs = await timeMs(() => forEach(hosts, readOurs));
      const times = await timePairs(
        ROUNDS,
        () => forEach(hosts, readOurs),
        () => forEach(hosts, (host) => readBare(pool, host, 'gzip')),
      );
      const unpackedMs = await timeMs(() => forEach(hosts, (host) => readBare(pool, host, 'identity')));
      const cpuMs = await timeCpuMs(() => forEach(hosts, readOurs));
      const bareCpuMs = await timeCpuMs(() => forEach(hosts, (host) => readBare(pool, host, 'gzip')));
      const blockMs = await measureBlock(door);
      return {
        rows: [
          { figure: 'of bare undici and htmlparser2', value: times.speedRatio, unit: 'x', bound: { atLeast: RATIO_MIN } },
          { figure: 'longest block of the event loop by a hostile page', value: blockMs, unit: 'ms', bound: { atMost: BLOCK_MS_MAX } },
          { figure: 'through the door', value: toRate(times.oursMs), unit: 'pages/s' },
          { figure: 'bare', value: toRate(times.boundMs), unit: 'pages/s' },
          { figure: 'processor time of a page through the door', value: cpuMs / PAGES, unit: 'ms' },
          { figure: 'processor time of a page, bare', value: bareCpuMs / PAGES, unit: 'ms' },
          { figure: 'bare, pages not packed', value: toRate(unpackedMs), unit: 'pages/s' },
          { figure: 'through the door, robots.txt of each host first', value: toRate(firstMs), unit: 'pages/s' },
        ],
        notes: [
          `${hosts.length} hosts in turn; the cache keeps nothing. Both ask for gzip, as the web is sent. The sandbox is a process of its own on the same machine.`,
          `Hostile: ${Object.keys(HOSTILE_PAGES).join(', ')}; 250 KB of elements inside each other and 24 MiB through the door.`,
        ],
      };
    } finally {
      await Promise.all([http.close(), pool.destroy()]);
      await sandbox.stop();
    }
  },
};

const NO_CACHE = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };

async function listHosts(sandboxUrl: string): Promise<string[]> {
  const response = await fetch(`${sandboxUrl}/_sandbox/world`);
  const { sites } = (await response.json()) as { sites: { domain: string }[] };
  return sites.map(({ domain }) => domain);
}

/** Every page of a round, some at once. */
async function forEach(hosts: readonly string[], read: (host: string) => Promise<number>): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < PAGES) {
      const host = hosts[next++ % hosts.length] ?? '';
      if ((await read(host)) === 0) throw new Error(`the page of ${host} has no links`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

async function readThroughDoor(door: PageFetch, url: string): Promise<number> {
  const page = await door.fetchPage({ url, reach: 'full', maxAgeMs: 0 });
  const facts = await readPage(page.text, page.finalUrl);
  return facts.links.length;
}

async function readBare(pool: Pool, host: string, encoding: 'gzip' | 'identity'): Promise<number> {
  const { body } = await pool.request({ path: '/', method: 'GET', headers: { host, 'accept-encoding': encoding } });
  const bytes = await body.arrayBuffer();
  let links = 0;
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'a' && href !== undefined) links += 1;
    },
  });
  parser.end((encoding === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8'));
  return links;
}

async function measureBlock(door: PageFetch): Promise<number> {
  const pages = Object.values(HOSTILE_PAGES).map((text) => Buffer.from(text, 'latin1'));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const bytes of pages) {
    const { text } = decodePage(bytes, { typeHeader: 'text/html; charset=utf-8', isCut: true });
    await readPage(text, 'https://hostile-page.com/');
  }
  for (const url of ODD_PAGES) {
    const page = await door.fetchPage({ url, reach: 'full' });
    await readPage(page.text, page.finalUrl);
  }
  delay.disable();
  return delay.max / 1e6;
}

/** Of this process, which the sandbox is no part of. */
async function timeCpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function toRate(ms: number): number {
  return PAGES / (ms / 1_000);
}
