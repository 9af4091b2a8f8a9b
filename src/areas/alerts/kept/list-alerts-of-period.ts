import type { Sql } from '#stores/postgres/types.ts';
import type { Severity } from '../rule.ts';

/** As many as a mail shows. */
const SHOWN_MAX = 20;
/** Events about money are for readers who see it, and mails of digests go to others too. */
const LEFT_OUT = ['budget'];

export interface AlertOfPeriod {
  readonly day: string;
  readonly title: string;
  readonly severity: Severity;
  readonly state: 'firing' | 'resolved';
}

export interface AlertsOfPeriod {
  /** Those that are not over first, then the worst, the newest first. */
  readonly rows: readonly AlertOfPeriod[];
  readonly total: number;
}

/** What rules of a project said on days of it, both inclusive; without what is about money. At most 20, and how many there are. */
export async function listAlertsOfPeriod(
  sql: Sql,
  projectId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<AlertsOfPeriod> {
  const { rows } = await sql.query<AlertOfPeriod & { total: number }>(
    `select a.day::text as day, a.title, a.severity, a.state, count(*) over () as total
     from alerts a join alert_rules r on r.id = a.rule_id
     where a.project_id = $1 and a.day between $2::date and $3::date and not r.condition->'when'->>'event' = any($4::text[])
     order by a.state = 'resolved', array_position(array['critical', 'warning', 'info'], a.severity), a.opened_at desc, a.id
     limit ${SHOWN_MAX}`,
    [projectId, from, to, LEFT_OUT],
  );
  return { rows: rows.map(({ total: _total, ...alert }) => alert), total: rows[0]?.total ?? 0 };
}
