import { lockName } from '#stores/postgres/lock-name.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';

/**
 * When a sample is asked: the week is cut into as many parts as samples, and each prompt and surface has its own moment in its part, the
 * same in every project. So samples lie on different days and hours: answers that are minutes apart may come from one cache.
 */
const PLANNED_FOR = `
  period::timestamp at time zone 'UTC' + interval '7 days' / plan.samples_per_week
    * (slot + (('x' || substr(md5(prompt.text_hash || surface || slot), 1, 7))::bit(28)::integer / 268435456.0)::double precision)`;

/** Slots that were due longer ago were missed: the service was not running, or the plan was not there. */
const MISSED_AFTER = "interval '24 hours'";

/** The weeks of now and of a while ago: what was due since the last round of a week is asked by the first round of the next. */
const WEEKS = `(select distinct date_trunc('week', instant at time zone 'UTC')::date as period
  from unnest(array[$1::timestamptz, $1::timestamptz - ${MISSED_AFTER}]) as instant)`;

/** What is due of plans: a row for each prompt, surface and slot of the weeks. Of the week that is over, only what is not missed yet is due. */
const DUE = `(
  select prompt.id as prompt_id, prompt.project_id, surface, period, slot, greatest(plan.created_at, prompt.created_at) as since,
    ${PLANNED_FOR} as planned_for
  from ${WEEKS} weeks cross join answer_plans plan
  join projects project on project.id = plan.project_id and project.status = 'active'
  join answer_prompts prompt on prompt.project_id = plan.project_id and prompt.ended_at is null
  cross join unnest(plan.surfaces) as surface
  cross join generate_series(0, plan.samples_per_week - 1) as slot
  where plan.enabled
) due where due.planned_for <= $1 and due.planned_for >= due.since`;
const IS_MISSED = `due.planned_for < $1::timestamptz - ${MISSED_AFTER}`;

/**
 * Writes the samples that are due, once each. Those of a project that is paused, or whose plan is off, are not due. What was due
 * before the plan or the prompt was there is no sample.
 * @returns how many are to be asked
 */
export async function planSamples(tx: Sql, now: Date): Promise<number> {
  const { rows } = await tx.query<{ status: string }>(
    `insert into answer_samples (id, prompt_id, project_id, surface, period, slot, is_planned, planned_for, status, reason)
     select 'asm_' || substr(md5(concat_ws(' ', due.prompt_id, due.surface, due.period, due.slot)), 1, 26), due.prompt_id, due.project_id, due.surface,
       due.period, due.slot, true, due.planned_for,
       case when ${IS_MISSED} then 'skipped' else 'pending' end, case when ${IS_MISSED} then 'missed' end
     from ${DUE} and (due.period = date_trunc('week', $1::timestamptz at time zone 'UTC')::date or not ${IS_MISSED})
     order by 1
     on conflict do nothing returning status`,
    [now],
  );
  return rows.filter(({ status }) => status === 'pending').length;
}

/** Surfaces of samples that a round would ask now, one for each sample: those that are due, and those that wait. */
export async function countDue(sql: Sql, now: Date): Promise<{ surface: string; samples: number }[]> {
  const { rows } = await sql.query<{ surface: string; samples: number }>(
    `select surface, count(*) as samples from (
       select due.surface from ${DUE} and not ${IS_MISSED} and not exists (
         select from answer_samples s
         where s.prompt_id = due.prompt_id and s.surface = due.surface and s.period = due.period and s.slot = due.slot)
       union all
       select surface from answer_samples where status = 'pending' and workflow_id is null and is_planned
     ) asked group by surface order by surface`,
    [now],
  );
  return rows;
}

/** A sample that waits for its workflow. */
export interface WaitingSample {
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string | null;
  readonly surface: string;
  readonly textHash: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly period: string;
  readonly slot: number;
  /** What planned answers of the project may cost in a month; null: no limit of its own. */
  readonly monthlyUsd: number | null;
  /** What they have cost since the beginning of the month. */
  readonly spentUsd: number;
}

/** Planned samples that no workflow asks yet, first slots of all prompts before second ones. @param month its first instant */
export async function listWaiting(tx: Sql, month: Date, limit: number): Promise<WaitingSample[]> {
  const { rows } = await tx.query<WaitingSample>(
    `select s.id, s.project_id, project.organization_id, s.surface, p.text_hash, p.location_code, p.language_code, s.period::text as period, s.slot,
       plan.monthly_usd,
       (select coalesce(sum(known.cost_usd), 0) from answer_samples known
        where known.project_id = s.project_id and known.is_planned and known.planned_for >= $1) as spent_usd
     from answer_samples s
     join answer_prompts p on p.id = s.prompt_id
     join projects project on project.id = s.project_id
     left join answer_plans plan on plan.project_id = s.project_id
     where s.status = 'pending' and s.workflow_id is null and s.is_planned
     order by s.period, s.slot, s.planned_for, s.id limit $2`,
    [month, limit],
  );
  return rows;
}

/** Planned samples of a month that workflows ask now: what they cost is not known yet. @param month its first instant */
export async function countUnderWay(tx: Sql, month: Date): Promise<{ projectId: string; surface: string; samples: number }[]> {
  const { rows } = await tx.query<{ projectId: string; surface: string; samples: number }>(
    `select project_id, surface, count(*) as samples from answer_samples
     where status = 'pending' and workflow_id is not null and is_planned and planned_for >= $1
     group by project_id, surface order by project_id, surface`,
    [month],
  );
  return rows;
}

/** Says which workflow asks some samples. */
export async function assignSamples(tx: Sql, ids: readonly string[], workflowId: string): Promise<void> {
  await tx.query(`update answer_samples set workflow_id = $2 where id = any ($1) and status = 'pending' and workflow_id is null`, [
    ids,
    workflowId,
  ]);
}

/** Samples that are not asked, and why. */
export async function skipSamples(tx: Sql, ids: readonly string[], reason: string): Promise<void> {
  await tx.query(`update answer_samples set status = 'skipped', reason = $2 where id = any ($1) and status = 'pending'`, [ids, reason]);
}

/** Far behind the slots of plans. */
const FIRST_ASKED = 1_000;

/** Holds the slots of a project's week until the transaction ends. @returns the first that is free for answers that people ask for */
export async function lockSlots(tx: Sql, projectId: string, period: string): Promise<number> {
  await lockName(tx, 'answer_samples', projectId);
  const { rows } = await tx.query<{ next: number }>(
    `select greatest(${FIRST_ASKED}, max(slot) + 1) as next from answer_samples where project_id = $1 and period = $2`,
    [projectId, period],
  );
  return rows[0]?.next ?? FIRST_ASKED;
}

const ASKED_COLUMNS = {
  id: 'text',
  prompt_id: 'text',
  project_id: 'text',
  surface: 'text',
  period: 'date',
  slot: 'integer',
  is_planned: 'boolean',
  planned_for: 'timestamptz',
  status: 'text',
  workflow_id: 'text',
} as const;

interface AskedAt {
  readonly projectId: string;
  readonly period: string;
  readonly now: Date;
  readonly workflowId: string;
}

/** Writes samples that a person asks for, and the workflow that asks them. */
export async function insertAsked(
  tx: Sql,
  asked: readonly { readonly promptId: string; readonly surface: string; readonly slot: number }[],
  { projectId, period, now, workflowId }: AskedAt,
): Promise<void> {
  const rows = asked.map(({ promptId, surface, slot }) => ({
    id: newId('asm_'),
    prompt_id: promptId,
    project_id: projectId,
    surface,
    period,
    slot,
    is_planned: false,
    planned_for: now,
    status: 'pending',
    workflow_id: workflowId,
  }));
  await insertRows(tx, { table: 'answer_samples', columns: ASKED_COLUMNS, rows });
}
