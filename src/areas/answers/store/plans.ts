import type { AnswerSurface } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** How often the prompts of a project are asked. */
export interface AnswerPlan {
  readonly projectId: string;
  readonly enabled: boolean;
  readonly surfaces: readonly AnswerSurface[];
  /** Of each prompt and surface. */
  readonly samplesPerWeek: number;
  /** What planned answers of the project may cost in a month; null: only the other budgets hold. */
  readonly monthlyUsd: number | null;
  /** Counts the changes of the brands. */
  readonly brandsVersion: number;
  readonly updatedAt: Date;
}

const COLUMNS = 'project_id, enabled, surfaces, samples_per_week, monthly_usd, brands_version, updated_at';

export async function findPlan(sql: Sql, projectId: string): Promise<AnswerPlan | undefined> {
  const { rows } = await sql.query<AnswerPlan>(`select ${COLUMNS} from answer_plans where project_id = $1`, [projectId]);
  return rows[0];
}

export async function upsertPlan(sql: Sql, plan: Omit<AnswerPlan, 'brandsVersion'>): Promise<AnswerPlan> {
  const { rows } = await sql.query<AnswerPlan>(
    `insert into answer_plans (project_id, enabled, surfaces, samples_per_week, monthly_usd, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (project_id) do update set enabled = excluded.enabled, surfaces = excluded.surfaces,
       samples_per_week = excluded.samples_per_week, monthly_usd = excluded.monthly_usd, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [plan.projectId, plan.enabled, plan.surfaces, plan.samplesPerWeek, plan.monthlyUsd, plan.updatedAt],
  );
  return rows[0] as AnswerPlan;
}

/** Counts a change of the brands; a project without a plan gets one that asks nothing. @returns the version */
export async function bumpBrands(sql: Sql, projectId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ brandsVersion: number }>(
    `insert into answer_plans as known (project_id, enabled, surfaces, samples_per_week, created_at, updated_at) values ($1, false, '{}', 5, $2, $2)
     on conflict (project_id) do update set brands_version = known.brands_version + 1, updated_at = $2
     returning brands_version`,
    [projectId, at],
  );
  return rows[0]?.brandsVersion ?? 1;
}
