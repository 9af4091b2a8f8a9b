import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timeMs } from './support/measure.ts';
import { BENCH_KEY } from './support/process.ts';

const POINTS = 1_000_000;
const DAYS = 500;
const PART_BYTES = 8 * 1_048_576;
const ROWS_A_WRITE = 10_000;
/** Over the time of a raw insert, and what is added to it. */
const TIMES_MAX = 3;
const MORE_MS_MAX = 20_000;
const LOOK_MS_MAX = 5_000;
const LOOKED_BYTES = 100_000_000;
const MIB = 1_048_576;

const listLines = {
  name: 'bench-list-imported',
  sql: 'select * from imported_positions order by row limit {from:UInt64}, 10000',
  params: z.object({ from: z.number() }),
  row: z.record(z.string(), z.unknown()),
};

/** The bound is a raw insert of the same rows into a table of the same kind. */
export const imports: Bench = {
  name: 'imports',
  summary: `a commit of ${POINTS} points of a CSV against a raw insert of the same rows; detect and preview of 100 MB`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const looked = await measureLook(bench);
      const id = await upload(bench, await makeProject(bench), makeTable(POINTS));
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => void (peak = Math.max(peak, process.memoryUsage().rss)), 100);
      const oursMs = await timeMs(() => commit(bench, id));
      clearInterval(watch);
      const rawMs = await measureRaw(bench);
      return {
        rows: [
          { figure: 'commit', value: oursMs, unit: 'ms', bound: { atMost: rawMs * TIMES_MAX + MORE_MS_MAX } },
          { figure: 'raw insert of the same rows', value: rawMs, unit: 'ms' },
          { figure: 'memory that a commit adds', value: (peak - before) / MIB, unit: 'MiB', bound: { atMost: 300 } },
          { figure: 'detect of 100 MB', value: looked.detectMs, unit: 'ms', bound: { atMost: LOOK_MS_MAX } },
          { figure: 'preview of 100 MB', value: looked.previewMs, unit: 'ms', bound: { atMost: LOOK_MS_MAX } },
        ],
        notes: ['The stores are in the same process, so its memory is that of ClickHouse too.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

async function makeProject({ call }: BenchApp): Promise<string> {
  const { project_id: id } = await call<{ project_id: string }>('POST', '/api/projects', { name: 'Bench', organization_id: 'org_bench' });
  await call('POST', '/api/assets', { project_id: id, type: 'website', value: 'example.com', skip_onboarding: true });
  return id;
}

/** Uploads, detects and maps. */
async function upload({ app, call }: BenchApp, projectId: string, bytes: Buffer): Promise<string> {
  const { import: made } = await call<any>('POST', '/api/imports', { project_id: projectId, name: 'a.csv', bytes: bytes.length });
  for (let part = 0, offset = 0; offset < bytes.length; part += 1, offset += PART_BYTES) {
    const piece = bytes.subarray(offset, offset + PART_BYTES);
    const sha256 = createHash('sha256').update(piece).digest('hex');
    const response = await fetch(`${app.url}/api/imports/${made.id}/parts/${part}?offset=${offset}&sha256=${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(piece),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  const { import: found } = await call<any>('POST', `/api/imports/${made.id}/detect`);
  await call('PUT', `/api/imports/${made.id}/mapping`, { ...found.mapping, scale: 'organic' });
  return made.id;
}

async function commit({ call }: BenchApp, id: string): Promise<void> {
  await call('POST', `/api/imports/${id}/commit`, {});
  for (;;) {
    const { import: record } = await call<any>('GET', `/api/imports/${id}`);
    if (record.status === 'committed') return;
    if (record.status !== 'committing') throw new Error(`${record.status}: ${record.error}`);
    await sleep(100);
  }
}

async function measureLook(bench: BenchApp): Promise<{ detectMs: number; previewMs: number }> {
  const line = makeTable(100).length / 100;
  const id = await upload(bench, await makeProject(bench), makeTable(Math.floor(LOOKED_BYTES / line)));
  const detectMs = await timeMs(() => bench.call('POST', `/api/imports/${id}/detect`));
  const { import: found } = await bench.call<any>('GET', `/api/imports/${id}`);
  await bench.call('PUT', `/api/imports/${id}/mapping`, found.mapping);
  const previewMs = await timeMs(() => bench.call('GET', `/api/imports/${id}/preview`));
  await bench.call('DELETE', `/api/imports/${id}`);
  return { detectMs, previewMs };
}

async function measureRaw({ app }: BenchApp): Promise<number> {
  const { clickhouse } = app.context;
  await clickhouse.command('create table raw_positions as imported_positions');
  let ms = 0;
  for (let from = 0; from < POINTS; from += ROWS_A_WRITE) {
    const rows = await clickhouse.query(listLines, { from });
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    ms += await timeMs(() => clickhouse.insertLines('raw_positions', lines, `raw ${from}`));
  }
  return ms;
}

function makeTable(points: number): Buffer {
  const lines = ['keyword,date,position,url'];
  for (let at = 0; at < points; at += 1)
    lines.push(
      `keyword number ${Math.floor(at / DAYS)},${addDays('2023-01-01', at % DAYS)},${1 + ((at * 7) % 90)},https://example.com/a/page/${at % 40}`,
    );
  return Buffer.from(`${lines.join('\n')}\n`);
}
