import { RULE_DEFAULTS } from '#areas/alerts/rule.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { SweepEnd } from '#areas/alerts/sweep/sweep-rules.ts';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

interface MadeRule {
  readonly id: string;
  /** Null: of the service. */
  readonly projectId: string | null;
  readonly when: object;
  readonly where?: object;
}

/** A rule as it is stored, with defaults for what is not said. */
export async function makeRule(sql: Sql, { id, projectId, when, where = {} }: MadeRule): Promise<void> {
  const { groupBy, coolDownHours, severity, confirm, recheckMax, usesVolatility, minKeywords, minVolume } = RULE_DEFAULTS;
  const condition = {
    when,
    where,
    min_volume: minVolume,
    min_keywords: minKeywords,
    confirm,
    recheck_max: recheckMax,
    volatility: usesVolatility,
    group_by: groupBy,
    cool_down_hours: coolDownHours,
    severity,
  };
  await sql.query(
    `insert into alert_rules (id, organization_id, project_id, name, condition, is_enabled, created_at, updated_at)
     values ($1, (select organization_id from projects where id = $2), $2, $1, $3, true, now(), now())`,
    [id, projectId, JSON.stringify(condition)],
  );
}

export interface ToldAlert {
  readonly ruleId: string;
  readonly state: string;
  readonly items: number;
  readonly subjects: string[];
}

/** The alerts of some rules, oldest first. */
export async function listTold(sql: Sql, ruleIds: readonly string[]): Promise<ToldAlert[]> {
  const { rows } = await sql.query<ToldAlert>(
    `select rule_id, state, items, array(select subject from alert_items where alert_id = a.id order by subject) as subjects
     from alerts a where rule_id = any($1::text[]) order by rule_id, opened_at, id`,
    [ruleIds],
  );
  return rows;
}

/** Judges what is judged at these times, from beginning to end. */
export async function sweepNow({ app }: Pick<TestApp, 'app'>, judgedAfter: 'minute' | 'hour' | 'weekly'): Promise<SweepEnd> {
  const { workflows } = app.context;
  const id =
    judgedAfter === 'weekly'
      ? await workflows.start('alert-weekly', {})
      : await workflows.start('alert-sweep', { judged_after: judgedAfter });
  const end = await workflows.waitFor<SweepEnd>(id, PATIENCE_MS);
  if (end === undefined) throw new Error('the sweep takes less than a minute');
  return end.output;
}
