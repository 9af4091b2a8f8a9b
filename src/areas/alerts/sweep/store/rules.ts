import type { Sql } from '#stores/postgres/types.ts';
import type { TellingRule } from '../../firing/telling-rule.ts';
import { readCondition } from '../../rules/store/stored-condition.ts';

/** Whether a rule that is not switched off names one of these events. */
export async function hasRulesOf(sql: Sql, events: readonly string[]): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    `select exists (select from alert_rules where is_enabled and condition->'when'->>'event' = any($1::text[])) as found`,
    [events],
  );
  return rows[0]?.found === true;
}

export interface JudgedRules {
  readonly events: readonly string[];
  /** The rule after which they begin. */
  readonly after: string | null;
  readonly limit: number;
  /** Left out: of all projects, and of the service. */
  readonly projectId?: string;
}

/** The next rules that name one of these events, by id; those of paused and archived projects rest. */
export async function listJudgedRules(sql: Sql, { events, after, limit, projectId }: JudgedRules): Promise<TellingRule[]> {
  const { rows } = await sql.query<Omit<TellingRule, 'condition'> & { condition: unknown }>(
    `select id, organization_id, project_id, name, channel_ids, condition from alert_rules r
     where is_enabled and condition->'when'->>'event' = any($1::text[]) and ($2::text is null or id > $2)
       and ($4::text is null or project_id = $4) and (project_id is null or exists (select from projects p where p.id = r.project_id and p.status = 'active'))
     order by id limit $3`,
    [events, after, limit, projectId ?? null],
  );
  return rows.map(({ condition, ...rule }) => ({ ...rule, condition: readCondition(condition) }));
}
