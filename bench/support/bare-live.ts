import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';

/**
 * A process for `live-run`: the least that reading pages live takes. Each page is one call of the provider,
 * whose answer is parsed and inserted twice: as received, and its results. No budget, no ledger, no matching,
 * no history, no workflow. `POST /?keywords=N&per_second=M` reads N pages, M a second, and answers when all are stored.
 */
const { PORT = '', SANDBOX = '' } = process.env;
const AT_ONCE = 20;
const PATH = '/v3/serp/google/organic/live/advanced';
const PLACE = { location_code: 2840, language_code: 'en', device: 'desktop', depth: 100, max_crawl_pages: 10 };
const HEADERS = { authorization: `Basic ${btoa('bench:bench')}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' };

const folder = await mkdtemp(join(tmpdir(), 'sightline-bare-'));
const server = await startEmbeddedPostgres({ dataDir: folder, logger: makeLogger('error') });
const pool = new pg.Pool({ connectionString: server.connectionString, max: AT_ONCE });
// The server also ends by the signal that ends this process, and its connections with it.
pool.on('error', () => undefined);
await pool.query('create table runs (id bigserial primary key, keyword text, results jsonb)');
await pool.query('create table answers (run_id bigint primary key, answer bytea)');

async function readPage(keyword: string): Promise<void> {
  const body = JSON.stringify([{ keyword, ...PLACE }]);
  const response = await request(SANDBOX + PATH, { method: 'POST', headers: HEADERS, body });
  const received = Buffer.from(await response.body.arrayBuffer());
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const page = JSON.parse((isPacked ? gunzipSync(received) : received).toString('utf8'));
  const results = JSON.stringify(page.tasks[0].result[0].items);
  const { rows } = await pool.query('insert into runs (keyword, results) values ($1, $2) returning id', [keyword, results]);
  await pool.query('insert into answers (run_id, answer) values ($1, $2)', [rows[0].id, received]);
}

async function readAll(keywords: number, perSecond: number): Promise<void> {
  const begin = performance.now();
  const running: Promise<void>[] = [];
  for (let at = 0; at < keywords; at += 1) {
    const waitMs = begin + (1_000 * at) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    running.push(readPage(`bare live keyword ${at}`));
  }
  await Promise.all(running);
}

createServer((incoming, outgoing) => {
  const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost');
  if (pathname === '/health') return void outgoing.end('{}');
  void readAll(Number(query.get('keywords')), Number(query.get('per_second'))).then(() => outgoing.end('{}'));
}).listen(Number(PORT), '127.0.0.1');

process.on('SIGTERM', () => {
  void pool
    .end()
    .then(() => server.stop())
    .then(() => rm(folder, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
