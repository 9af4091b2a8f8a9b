import type { AnswerSurface } from '#providers/search-data/index.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

/**
 * `answered`; `refused`: the assistant declined; `empty`: it gave no text; `failed`: nothing came, for `reason`; `skipped`: it was not asked,
 * for `reason`; `pending`: it is still to come. Only `answered` counts in rates.
 */
export const SAMPLE_STATUSES = ['pending', 'answered', 'refused', 'empty', 'failed', 'skipped'] as const;
export type SampleStatus = (typeof SAMPLE_STATUSES)[number];

/** One time that a prompt is asked. */
export interface AnswerSample {
  readonly id: string;
  readonly promptId: string;
  readonly projectId: string;
  readonly surface: AnswerSurface;
  /** The Monday of its week, UTC, as `YYYY-MM-DD`. */
  readonly period: string;
  readonly slot: number;
  readonly isPlanned: boolean;
  readonly plannedFor: Date;
  readonly status: SampleStatus;
  readonly reason: string | null;
  readonly taskId: string | null;
  readonly model: string | null;
  readonly webUsed: boolean | null;
  readonly costUsd: number;
  readonly answeredAt: Date | null;
  /** SHA-256 of the answer as received; null: none came. */
  readonly answerHash: string | null;
  /** Until when the answer itself is kept. */
  readonly keptUntil: Date | null;
}

const COLUMNS = `s.id, s.prompt_id, s.project_id, s.surface, s.period::text as period, s.slot, s.is_planned, s.planned_for, s.status, s.reason,
  s.task_id, s.model, s.web_used, s.cost_usd, s.answered_at, s.answer_hash, s.kept_until`;

export interface SampleFilter {
  readonly projectId: string;
  readonly promptId: string | undefined;
  readonly surface: AnswerSurface | undefined;
  readonly status: SampleStatus | undefined;
}

/** Newest first. */
export const sampleList = defineList<AnswerSample, SampleFilter>({
  columns: COLUMNS,
  from: `from answer_samples s where s.project_id = $1 and ($2::text is null or s.prompt_id = $2) and ($3::text is null or s.surface = $3)
    and ($4::text is null or s.status = $4)`,
  order: 's.planned_for desc, s.id desc',
  values: ({ projectId, promptId, surface, status }) => [projectId, promptId ?? null, surface ?? null, status ?? null],
});

export async function findSample(sql: Sql, sampleId: string): Promise<AnswerSample | undefined> {
  const { rows } = await sql.query<AnswerSample>(`select ${COLUMNS} from answer_samples s where s.id = $1`, [sampleId]);
  return rows[0];
}

/** A sample that is to be asked, with its prompt. */
export interface AskedSample extends Pick<AnswerSample, 'id' | 'promptId' | 'projectId' | 'surface' | 'period' | 'slot' | 'isPlanned'> {
  readonly text: string;
  readonly textHash: string;
  readonly locationCode: number;
  readonly languageCode: string;
}

const ASKED = `s.id, s.prompt_id, s.project_id, s.surface, s.period::text as period, s.slot, s.is_planned,
  p.text, p.text_hash, p.location_code, p.language_code`;

/** What a workflow asks, in an order that never changes. */
export async function listAsked(sql: Sql, workflowId: string): Promise<AskedSample[]> {
  const { rows } = await sql.query<AskedSample>(
    `select ${ASKED} from answer_samples s join answer_prompts p on p.id = s.prompt_id where s.workflow_id = $1 order by s.id limit 5000`,
    [workflowId],
  );
  return rows;
}

/** How samples ended. */
export interface SampleEnd extends Pick<
  AnswerSample,
  'id' | 'status' | 'reason' | 'taskId' | 'model' | 'webUsed' | 'costUsd' | 'answeredAt' | 'answerHash' | 'keptUntil'
> {}

const END_COLUMNS = {
  id: 'text',
  status: 'text',
  reason: 'text',
  task_id: 'text',
  model: 'text',
  web_used: 'boolean',
  cost_usd: 'numeric',
  answered_at: 'timestamptz',
  answer_hash: 'text',
  kept_until: 'timestamptz',
} as const;

/** Samples that have ended stay as they are. @returns the ids of those that end now */
export async function endSamples(tx: Sql, ends: readonly SampleEnd[]): Promise<ReadonlySet<string>> {
  const rows = ends.map((end) => ({
    id: end.id,
    status: end.status,
    reason: end.reason,
    task_id: end.taskId,
    model: end.model,
    web_used: end.webUsed,
    cost_usd: end.costUsd,
    answered_at: end.answeredAt,
    answer_hash: end.answerHash,
    kept_until: end.keptUntil,
  }));
  const { rows: ended } = await tx.query<{ id: string }>(
    `update answer_samples s set status = e.status, reason = e.reason, task_id = e.task_id, model = e.model, web_used = e.web_used,
       cost_usd = e.cost_usd, answered_at = e.answered_at, answer_hash = e.answer_hash, kept_until = e.kept_until
     from ${unnest(END_COLUMNS, { alias: 'e', first: 1 })} where s.id = e.id and s.status = 'pending' returning s.id`,
    toArrays(END_COLUMNS, rows),
  );
  return new Set(ended.map(({ id }) => id));
}

/** Samples whose answer is kept, with their prompts, in the order of their ids. */
export async function listKept(
  sql: Sql,
  projectId: string,
  after: string,
  limit: number,
): Promise<(AskedSample & Pick<AnswerSample, 'status' | 'taskId'>)[]> {
  const { rows } = await sql.query<AskedSample & Pick<AnswerSample, 'status' | 'taskId'>>(
    `select ${ASKED}, s.status, s.task_id from answer_samples s join answer_prompts p on p.id = s.prompt_id
     where s.project_id = $1 and s.id > $2 and s.kept_until is not null order by s.id limit $3`,
    [projectId, after, limit],
  );
  return rows;
}

/** Tasks whose answers are kept for no sample any more; the samples forget them. @returns the tasks, each once */
export async function forgetAnswers(tx: Sql, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ taskId: string }>(
    `with gone as (
       update answer_samples set kept_until = null where id in (select id from answer_samples where kept_until <= $1 order by kept_until, id limit $2)
       returning task_id)
     select distinct task_id from gone where task_id is not null
       and not exists (select from answer_samples s where s.task_id = gone.task_id and s.kept_until > $1)`,
    [now, limit],
  );
  return rows.map(({ taskId }) => taskId);
}

export interface PendingSpan {
  readonly projectId: string;
  /** Mondays. */
  readonly from: string;
  readonly to: string;
  /** Unless given, all. */
  readonly promptIds?: readonly string[];
}

/** Planned samples of some weeks that are still to come. */
export async function countPending(sql: Sql, { projectId, from, to, promptIds }: PendingSpan): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from answer_samples
     where project_id = $1 and status = 'pending' and is_planned and period between $2::date and $3::date
       and ($4::text[] is null or prompt_id = any ($4))`,
    [projectId, from, to, promptIds ?? null],
  );
  return rows[0]?.total ?? 0;
}

/** Weeks with planned samples that are still to come, by their Mondays. @param from Mondays, as `to` */
export async function listPendingWeeks(sql: Sql, projectId: string, from: string, to: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ week: string }>(
    `select distinct period::text as week from answer_samples
     where project_id = $1 and status = 'pending' and is_planned and period between $2::date and $3::date order by week limit 1000`,
    [projectId, from, to],
  );
  return new Set(rows.map(({ week }) => week));
}
