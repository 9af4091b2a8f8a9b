import { StoreError } from '#stores/errors.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { KeptRound } from './round.ts';

const COLUMNS = 'id, project_id, day::text as day, kind, opened_at, closed_at, evaluated_at, keyword_ids';
const ROUNDS_MAX = 1_000;

/** Rounds of a project are opened and judged one after the other, until the transaction ends. */
export async function lockRounds(tx: Transaction, projectId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('alert-round'), hashtext($1))`, [projectId]);
}

/** The scheduled round of a day that takes further checks. */
export async function findOpenRound(sql: Sql, projectId: string, day: string): Promise<KeptRound | undefined> {
  const { rows } = await sql.query<KeptRound>(
    `select ${COLUMNS} from alert_rounds
     where project_id = $1 and day = $2 and kind = 'scheduled' and closed_at is null order by opened_at limit 1`,
    [projectId, day],
  );
  return rows[0];
}

export async function findRound(sql: Sql, id: string): Promise<KeptRound | undefined> {
  const { rows } = await sql.query<KeptRound>(`select ${COLUMNS} from alert_rounds where id = $1`, [id]);
  return rows[0];
}

export async function insertRound(sql: Sql, { id, projectId, day, kind, openedAt, keywordIds }: KeptRound): Promise<void> {
  await sql.query(
    `insert into alert_rounds (id, project_id, day, kind, opened_at, keyword_ids) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, projectId, day, kind, openedAt, keywordIds],
  );
}

/** It takes no more checks. */
export async function closeRound(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query('update alert_rounds set closed_at = $2 where id = $1 and closed_at is null', [id, now]);
}

export interface Evaluation {
  readonly id: string;
  readonly evaluatedAt: Date;
  readonly checks: number;
  readonly failed: number;
  /** Why it said nothing of movements; null: it was judged. */
  readonly leftOut: string | null;
}

/** @returns false when it was judged before */
export async function setEvaluated(sql: Sql, { id, evaluatedAt, checks, failed, leftOut }: Evaluation): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update alert_rounds set evaluated_at = $2, closed_at = coalesce(closed_at, $2), checks = $3, failed = $4, left_out = $5
     where id = $1 and evaluated_at is null`,
    [id, evaluatedAt, checks, failed, leftOut],
  );
  return rowCount === 1;
}

/** Scheduled rounds of days before this one that were not judged, the oldest first. */
export async function listUnjudgedBefore(sql: Sql, { projectId, day }: Pick<KeptRound, 'projectId' | 'day'>): Promise<KeptRound[]> {
  const { rows } = await sql.query<KeptRound>(
    `select ${COLUMNS} from alert_rounds
     where project_id = $1 and day < $2 and kind = 'scheduled' and evaluated_at is null order by day, opened_at, id limit ${ROUNDS_MAX}`,
    [projectId, day],
  );
  return rows;
}

/** Of the other projects whose rules judged a round of that day, how many moved as a whole, 0 to 1; null: there are none. */
export async function findOthersMovedShare(sql: Sql, { projectId, day }: Pick<KeptRound, 'projectId' | 'day'>): Promise<number | null> {
  const { rows } = await sql.query<{ others: number; moved: number }>(
    `with others as (
       select distinct project_id from alert_rounds r
       where day = $2 and project_id <> $1 and evaluated_at is not null and left_out is null
         and exists (select from alert_rules where project_id = r.project_id and is_enabled))
     select count(*)::integer as others, count(*) filter (where exists (
       select from alerts a where a.project_id = others.project_id and a.day = $2 and (a.context->>'whole_project')::boolean))::integer as moved
     from others`,
    [projectId, day],
  );
  const { others = 0, moved = 0 } = rows[0] ?? {};
  return others === 0 ? null : moved / others;
}

/** Rounds that were opened before then, in real time, and not judged. */
export async function listForgottenRounds(sql: Sql, before: Date): Promise<KeptRound[]> {
  const { rows } = await sql.query<KeptRound>(
    `select ${COLUMNS} from alert_rounds where evaluated_at is null and opened_at < $1 order by opened_at, id limit ${ROUNDS_MAX}`,
    [before],
  );
  return rows;
}

/** When rounds of each project were judged last, in real time; of one that is not judged yet: in the far future. */
export async function listLastRounds(sql: Sql, since: Date): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql.query<{ projectId: string; at: Date }>(
    `select project_id, max(coalesce(evaluated_at, '9999-01-01')) as at from alert_rounds
     where kind = 'scheduled' and opened_at > $1 group by project_id order by project_id limit 1000000`,
    [since],
  );
  return new Map(rows.map(({ projectId, at }) => [projectId, at]));
}

/** Whether a store was away, or did not do what it was asked. */
export function isOfStore(error: unknown): boolean {
  return error instanceof StoreError;
}
