import type { Engine, SerpItem, SerpKind } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { fromStoredResults, type SerpRun } from '../serp-run.ts';
import type { Device } from '../../vocabulary.ts';
import { RUN_FIELDS } from './runs.ts';

/** A run as stored, completed or failed, and the query that it answers. */
export interface RunRecord extends SerpRun {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: Engine;
  readonly kind: SerpKind;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: Device;
  readonly status: 'completed' | 'failed';
  readonly error: string | null;
  readonly checkDate: string;
}

/** A run, good or failed, with its results. */
export async function findRunRecord(sql: Sql, runId: string): Promise<{ run: RunRecord; items: SerpItem[] } | undefined> {
  const { rows } = await sql.query<RunRecord & { results: unknown }>(
    `select ${RUN_FIELDS}, run.keyword_id, query.keyword, run.engine, run.kind, query.location_code, query.language_code, query.device,
       run.status, run.error, run.check_date, run.results
     from serp_runs run join queries query on query.id = run.query_id
     where run.id = $1
     order by run.created_at desc
     limit 1`,
    [runId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { results, ...run } = row;
  return { run, items: fromStoredResults(results ?? []) };
}
