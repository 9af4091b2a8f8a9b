import type { Engine, SerpKind } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { PLACE_FIELDS, type ResultPlace } from '../../results/store/results.ts';
import type { SerpRun } from '../serp-run.ts';
import type { Device } from '../../vocabulary.ts';
import { RUN_FIELDS, toPlacedRun } from './runs.ts';

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

/** A run, good or failed, and where its results lie. */
export async function findRunRecord(sql: Sql, runId: string): Promise<{ run: RunRecord; place: ResultPlace } | undefined> {
  const { rows } = await sql.query<RunRecord & ResultPlace>(
    `select ${RUN_FIELDS}, ${PLACE_FIELDS}, query.keyword, run.engine, run.kind, query.location_code, query.language_code, query.device,
       run.status, run.error
     from serp_runs run join queries query on query.id = run.query_id
     where run.id = $1
     order by run.created_at desc
     limit 1`,
    [runId],
  );
  return rows[0] && toPlacedRun(rows[0]);
}
