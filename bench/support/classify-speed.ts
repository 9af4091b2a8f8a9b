import { once } from 'node:events';
import { createFreeClassifier } from '#areas/classification/engine/free-classifier.ts';
import { readOwnExamples } from '#areas/classification/models/examples.ts';
import { parse } from 'tldts';
import { getTask } from '../../scripts/train/tasks.ts';
import type { BenchRow } from './bench.ts';
import { median } from './measure.ts';
import { spawnNode } from './process.ts';

const MEDIAN_MS_MAX = 0.3;
const P99_MS_MAX = 2;
const LOAD_MS_MAX = 300;
const MEMORY_MB_MAX = 120;
const ITEMS = 5_000;
const BATCH = 1_000;
const ROUNDS = 4;

/** Time of an item in each free pipeline, of a batch, and of the first item in a new process. */
export async function measureSpeed(): Promise<BenchRow[]> {
  const hosts = listHosts();
  const urls = repeat(listInputs('urls'), ITEMS);
  const keywords = repeat(listInputs('keywords'), ITEMS);
  const { classifyDomain, classifyUrl, classifyKeyword } = createFreeClassifier();
  const bareMs = median(timeEach(hosts, (host) => parse(host)));
  const domainMs = timeEach(hosts, classifyDomain);
  const first = await measureFirstItem();
  return [
    ...toTimeRows('domain', domainMs),
    ...toTimeRows('URL', timeEach(urls, classifyUrl)),
    ...toTimeRows(
      'keyword',
      timeEach(keywords, (keyword) => classifyKeyword(keyword)),
    ),
    { figure: 'tldts alone', value: bareMs * 1000, unit: 'us' },
    { figure: 'domain, times tldts alone', value: median(domainMs) / bareMs, unit: 'x' },
    { figure: `${BATCH} domains`, value: sum(domainMs.slice(0, BATCH)), unit: 'ms' },
    { figure: 'first item of each kind, with loading', value: first.ms, unit: 'ms', bound: { atMost: LOAD_MS_MAX } },
    { figure: 'memory of tables and models', value: first.memoryMb, unit: 'MB', bound: { atMost: MEMORY_MB_MAX } },
  ];
}

function toTimeRows(name: string, timesMs: readonly number[]): BenchRow[] {
  const p99 = timesMs.toSorted((one, other) => one - other)[Math.floor(timesMs.length * 0.99)] ?? 0;
  return [
    { figure: `${name}, median`, value: median(timesMs), unit: 'ms', bound: { atMost: MEDIAN_MS_MAX } },
    { figure: `${name}, 99th percentile`, value: p99, unit: 'ms', bound: { atMost: P99_MS_MAX } },
  ];
}

/** The least of several rounds of each item: what another process of the machine takes is not the item's. */
function timeEach(items: readonly string[], work: (item: string) => unknown): number[] {
  const times = items.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    items.forEach((item, at) => {
      const start = performance.now();
      work(item);
      times[at] = Math.min(times[at] ?? Infinity, performance.now() - start);
    });
  }
  return times;
}

/** Hosts that the rules know, and names made of the same words that no rule knows. */
function listHosts(): string[] {
  const known = (getTask('domains').known?.() ?? []).map(({ input }) => input);
  const made = known.map((host, at) => `${host.split('.')[0] ?? ''}-${(known[(at * 7 + 3) % known.length] ?? '').split('.')[0] ?? ''}.com`);
  return repeat(
    known.flatMap((host, at) => [host, made[at] ?? host]),
    ITEMS,
  );
}

function listInputs(task: 'urls' | 'keywords'): string[] {
  const { trained, keptAside } = readOwnExamples(getTask(task));
  return [...trained, ...keptAside].map(({ input }) => input);
}

function repeat(items: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => items[at % items.length] ?? '');
}

async function measureFirstItem(): Promise<{ readonly ms: number; readonly memoryMb: number }> {
  const child = spawnNode(['--expose-gc', 'bench/support/classify-first-process.ts'], {}, 'pipe');
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text) as { ms: number; memoryMb: number };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
