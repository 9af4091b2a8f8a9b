import { Pool } from 'undici';
import type { Postgres } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** A request of a crawl as the sandbox wrote it down. */
export interface CrawlCall {
  readonly host: string;
  readonly path: string;
  /** Empty, or with its question mark. */
  readonly query: string;
}

export interface CrawlReplay {
  readonly sandboxUrl: string;
  readonly calls: readonly CrawlCall[];
  /** Requests at once. */
  readonly concurrency: number;
  /** Of this round, so that no row is there before. */
  readonly round: string;
}

type Wire = Readonly<Record<string, any>>;

interface Row {
  readonly round: string;
  readonly app_id: string;
  readonly place: number;
  readonly title: string;
  readonly rating: number | null;
  readonly body: object;
}

const COLUMNS: ColumnTypes<Row> = {
  round: 'text',
  app_id: 'text',
  place: 'integer',
  title: 'text',
  rating: 'double precision',
  body: 'jsonb',
};
const BLOCK_START = 'id="serialized-server-data">';
const BLOCK_END = '</script>';

/** The same requests, as many at once; of each answer the data is parsed and its apps are inserted. Nothing else. */
export async function replayCrawl(postgres: Postgres, { sandboxUrl, calls, concurrency, round }: CrawlReplay): Promise<void> {
  const pool = new Pool(sandboxUrl, { connections: concurrency });
  for (const table of ['bare_apps', 'bare_places'])
    await postgres.query(
      `create table if not exists ${table} (round text, app_id text, place integer, title text, rating double precision, body jsonb)`,
    );
  const rest = calls.values();
  const work = async (): Promise<void> => {
    for (const { host, path, query } of rest) {
      const answer = await pool.request({ method: 'GET', path: path + query, headers: { host } });
      const rows = toRows(await answer.body.text(), round);
      for (const table of ['bare_apps', 'bare_places']) await insertRows(postgres, { table, columns: COLUMNS, rows });
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    await pool.close();
  }
}

/** The app of a page with those on its shelves, the apps of a chart, or the records of a lookup. */
function toRows(text: string, round: string): Row[] {
  const data = parseAnswer(text);
  const apps = Array.isArray(data['results']) ? (data['results'] as Wire[]) : listLockups(data['data']?.[0]?.data ?? {});
  return apps.map((app, at) => ({
    round,
    app_id: String(app['adamId'] ?? app['trackId']),
    place: at + 1,
    title: String(app['title'] ?? app['trackName']),
    rating: typeof app['rating'] === 'number' ? app['rating'] : null,
    body: app,
  }));
}

/** A page's data, or an answer that is data; of a redirect nothing. */
function parseAnswer(text: string): Wire {
  const start = text.indexOf(BLOCK_START);
  if (start >= 0) return JSON.parse(text.slice(start + BLOCK_START.length, text.indexOf(BLOCK_END, start))) as Wire;
  return text.trimStart().startsWith('{') ? (JSON.parse(text) as Wire) : {};
}

function listLockups(page: Wire): Wire[] {
  const shelves = [
    ...Object.values((page['shelfMapping'] ?? {}) as Wire),
    ...((page['segments'] ?? page['charts']?.[0]?.segments ?? []) as Wire[]).flatMap((segment) => segment['shelves'] ?? []),
  ] as Wire[];
  const listed = shelves.flatMap((shelf) => (shelf['items'] ?? []) as Wire[]).filter((item) => item['adamId'] !== undefined);
  return page['lockup'] === undefined ? listed : [page['lockup'] as Wire, ...listed];
}
