import type { Sql } from '#stores/postgres/types.ts';

/** How a rule stands now. */
export interface RuleStanding {
  readonly id: string;
  /** Alerts that are open. */
  readonly firing: number;
  /** Alerts that it opened since a moment. */
  readonly alerts: number;
  /** The largest size of the second largest of those; null: it opened none or one. */
  readonly secondSize: number | null;
  /** The end of the mute that holds all of it for longest; null: none does. */
  readonly mutedUntil: Date | null;
}

/** How rules stand, for a page of them. */
export async function listStandings(
  sql: Sql,
  ruleIds: readonly string[],
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<ReadonlyMap<string, RuleStanding>> {
  const { rows } = await sql.query<RuleStanding>(
    `select r.id,
       (select count(*) from alerts a where a.rule_id = r.id and a.state = 'firing') as firing,
       (select count(*) from alerts a where a.rule_id = r.id and a.opened_at > $2) as alerts,
       (select sized.size from (
          select max(i.size) as size from alerts a join alert_items i on i.alert_id = a.id
          where a.rule_id = r.id and a.opened_at > $2 group by a.id) sized
        order by sized.size desc offset 1 limit 1) as second_size,
       (select max(m.ends_at) from alert_mutes m
        where m.starts_at <= $3 and m.ends_at > $3 and m.keyword_id is null and m.tag is null
          and (m.rule_id is null or m.rule_id = r.id) and (m.project_id is null or m.project_id = r.project_id)
          and (m.organization_id is null or m.organization_id = r.organization_id)) as muted_until
     from alert_rules r where r.id = any($1::text[]) order by r.id`,
    [ruleIds, since, now],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
