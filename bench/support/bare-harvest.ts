import type { Postgres } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** A call of a harvest as the sandbox wrote it down. */
export interface HarvestCall {
  readonly path: string;
  readonly body: string;
}

export interface Replay {
  readonly sandboxUrl: string;
  readonly calls: readonly HarvestCall[];
  /** Of this round, so that no row is there before. */
  readonly name: string;
}

type Wire = Readonly<Record<string, any>>;

interface Row {
  readonly run: string;
  readonly keyword: string;
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly difficulty: number | null;
  readonly months: object;
}

const COLUMNS: ColumnTypes<Row> = {
  run: 'text',
  keyword: 'text',
  volume: 'integer',
  cpc: 'double precision',
  competition: 'double precision',
  difficulty: 'integer',
  months: 'jsonb',
};
/** Of the run, of the service, of the project, of its categories, and on the way to ClickHouse. */
const TABLES = ['bare_run', 'bare_canonical', 'bare_project', 'bare_categories', 'bare_snapshots'];
const AUTHORIZATION = `Basic ${btoa('bench:bench')}`;

/** The same calls one after the other, and their rows with plain inserts: nothing is judged or grouped. */
export async function replayHarvest(postgres: Postgres, { sandboxUrl, calls, name }: Replay): Promise<void> {
  const found = new Map<string, Row>();
  for (const { path, body } of calls) {
    const response = await fetch(sandboxUrl + path, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body,
    });
    const answer = (await response.json()) as Wire;
    for (const item of readItems(answer)) found.set(String(item['keyword']), toRow(item, name));
  }
  const rows = [...found.values()];
  for (const table of TABLES) {
    await postgres.query(
      `create table if not exists ${table} (run text, keyword text, volume integer, cpc double precision, competition double precision,
         difficulty integer, months jsonb, primary key (run, keyword))`,
    );
    await insertRows(postgres, { table, columns: COLUMNS, rows });
  }
}

function readItems(answer: Wire): Wire[] {
  const items: unknown = answer['tasks']?.[0]?.result?.[0]?.items;
  return Array.isArray(items) ? items : [];
}

function toRow(item: Wire, run: string): Row {
  const info: Wire = item['keyword_info'] ?? {};
  return {
    run,
    keyword: String(item['keyword']),
    volume: info['search_volume'] ?? null,
    cpc: info['cpc'] ?? null,
    competition: info['competition'] ?? null,
    difficulty: item['keyword_properties']?.keyword_difficulty ?? null,
    months: info['monthly_searches'] ?? [],
  };
}
