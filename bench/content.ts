import { monitorEventLoopDelay } from 'node:perf_hooks';
import { judgeByContent } from '#areas/classification/content/judge-by-content.ts';
import { makePageReader, type PageReader, type ReaderTask } from '#areas/classification/content/reading/page-reader.ts';
import type { PageSignals } from '#areas/classification/content/page-signals.ts';
import type { Bench } from './support/bench.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { timeMs } from './support/measure.ts';

const PAGES = 200;
const JUDGEMENTS = 2_000;
const URL_READ = 'https://news.example.com/2024/harbour';
const BLOCK_MS_MAX = 5;
/** Half of what a page takes when its main text is found in a tree. */
const PAGE_MS_MAX = 8;
const SENTENCE = 'The harbour was quiet in the morning, and the boats lay still on the grey water for an hour or two. ';

/** What pages cost to read for classification, where the work is done, and how little it disturbs the rest. */
export const content: Bench = {
  name: 'content',
  summary: `${PAGES} articles of 60 KB read in the worker, hostile pages of 2 MB, and what judging them costs`,
  run: async () => {
    const reader = makePageReader({ deadlineMs: 60_000 });
    try {
      const startMs = await timeMs(() => read(reader));
      await repeat(PAGES / 4, () => read(reader));
      const times = await timeShare(() => repeat(PAGES, () => read(reader)));
      const signals = await read(reader);
      const judgeMs = await timeMs(async () => judge(signals));
      const { blockMs, ownMs } = await readHostile(reader);
      return {
        rows: [
          { figure: 'this thread for the costliest hostile page', value: ownMs, unit: 'ms', bound: { atMost: BLOCK_MS_MAX } },
          { figure: 'longest delay of the event loop meanwhile', value: blockMs, unit: 'ms' },
          { figure: 'pages read', value: PAGES / (times.ms / 1_000), unit: 'pages/s' },
          { figure: 'processor time of a page', value: times.cpuMs / PAGES, unit: 'ms', bound: { atMost: PAGE_MS_MAX } },
          { figure: 'share of this thread in the processor time', value: times.ownPercent, unit: '%' },
          { figure: 'start of the worker, with its first page', value: startMs, unit: 'ms' },
          { figure: 'judging a page that was read', value: judgeMs / JUDGEMENTS, unit: 'ms' },
        ],
        notes: [
          `Hostile: ${Object.keys(HOSTILE_PAGES).join(', ')}.`,
          'What the thread spends on a page bounds how long the page can block it; the delay also holds what other processes of the machine take.',
        ],
      };
    } finally {
      await reader.close();
    }
  },
};

function read(reader: PageReader): Promise<PageSignals> {
  return reader.read({ html: makeArticle(), url: URL_READ });
}

function makeArticle(): string {
  const menu = '<li><a href="/section/">Section</a></li>'.repeat(60);
  const paragraphs = `<p>${SENTENCE.repeat(5)}</p>`.repeat(110);
  const head = `<title>Harbour</title><meta property="og:type" content="article"><script type="application/ld+json">{"@type":"NewsArticle"}</script>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body><nav><ul>${menu}</ul></nav><article><h1>Harbour</h1>${paragraphs}</article></body></html>`;
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

/** @returns real time, the processor time of all threads, and of this one in percent of that */
async function timeShare(work: () => Promise<void>): Promise<{ readonly ms: number; readonly cpuMs: number; readonly ownPercent: number }> {
  const before = process.cpuUsage();
  const ownBefore = process.threadCpuUsage();
  const ms = await timeMs(work);
  const all = process.cpuUsage(before);
  const own = process.threadCpuUsage(ownBefore);
  const cpuMs = (all.user + all.system) / 1_000;
  return { ms, cpuMs, ownPercent: (100 * (own.user + own.system)) / 1_000 / cpuMs };
}

function judge(signals: PageSignals): void {
  const place = { url: URL_READ, depth: 'full', finalUrl: URL_READ, redirects: [], status: 200, contentType: 'text/html' } as const;
  const look = {
    ...place,
    outcome: 'seen',
    charset: 'utf-8',
    isCut: false,
    isCached: false,
    readBy: 'self',
    fetchedAt: '',
    signals,
  } as const;
  for (let time = 0; time < JUDGEMENTS; time += 2) {
    judgeByContent(look, 'domain');
    judgeByContent(look, 'url');
  }
}

async function readHostile(reader: PageReader): Promise<{ readonly blockMs: number; readonly ownMs: number }> {
  const tasks = Object.values(HOSTILE_PAGES).map((html): ReaderTask => ({ html, url: URL_READ }));
  let ownMs = 0;
  for (const task of tasks) {
    const before = process.threadCpuUsage();
    await reader.read(task);
    const { user, system } = process.threadCpuUsage(before);
    ownMs = Math.max(ownMs, (user + system) / 1_000);
  }
  // Measuring the delay takes time of the thread too.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const task of tasks) await reader.read(task);
  delay.disable();
  return { blockMs: delay.max / 1e6, ownMs };
}
