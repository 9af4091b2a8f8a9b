import type { Sql } from '#stores/postgres/types.ts';
import type { Match } from '../../events/event-kind.ts';
import type { OpenAlert } from '../../judge/judge-rounds.ts';

const SUBJECTS_MAX = 1_000_000;

/** What rules have open, by rule: their alerts with the subjects that are not over, the oldest first. */
export async function listOpen(sql: Sql, ruleIds: readonly string[]): Promise<ReadonlyMap<string, OpenAlert[]>> {
  const { rows } = await sql.query<{ ruleId: string; id: string; groupKey: string; openedAt: Date; subject: string; since: Date | null }>(
    `select a.rule_id, a.id, a.group_key, a.opened_at, i.subject, (i.was->>'checked_at')::timestamptz as since
     from alerts a join alert_items i on i.alert_id = a.id and i.over_on is null
     where a.rule_id = any($1::text[]) and a.state = 'firing' order by a.opened_at, a.id, i.day, i.subject limit ${SUBJECTS_MAX}`,
    [ruleIds],
  );
  const open = new Map<string, OpenAlert[]>();
  for (const some of Map.groupBy(rows, ({ id }) => id).values()) {
    const [first] = some;
    if (first === undefined) continue;
    const subjects = new Map<string, (Date | null)[]>();
    for (const { subject, since } of some) subjects.set(subject, [...(subjects.get(subject) ?? []), since]);
    const { ruleId, groupKey: group, openedAt } = first;
    open.set(ruleId, [...(open.get(ruleId) ?? []), { group, openedAt, subjects }]);
  }
  return open;
}

/** Subjects that wait for an outcome that agrees, by rule. */
export async function listPending(sql: Sql, ruleIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql.query<{ ruleId: string; subject: string }>(
    `select rule_id, subject from alert_states where rule_id = any($1::text[]) and state = 'pending'
     order by rule_id, subject limit ${SUBJECTS_MAX}`,
    [ruleIds],
  );
  const byRule = Map.groupBy(rows, ({ ruleId }) => ruleId);
  return new Map([...byRule].map(([ruleId, some]) => [ruleId, new Set(some.map(({ subject }) => subject))]));
}

/** Begins to wait for the next outcome of matches, and ends it for those that were observed again. */
export async function setPending(
  sql: Sql,
  ruleId: string,
  { pending, seenAgain }: { readonly pending: readonly Match[]; readonly seenAgain: readonly string[] },
): Promise<void> {
  if (seenAgain.length > 0)
    await sql.query(`delete from alert_states where rule_id = $1 and state = 'pending' and subject = any($2::text[])`, [ruleId, seenAgain]);
  if (pending.length === 0) return;
  await sql.query(
    `insert into alert_states (rule_id, subject, state, since)
     select distinct on (subject) $1, subject, 'pending', at from json_to_recordset($2::json) as match (subject text, at timestamptz)
     order by subject, at
     on conflict (rule_id, subject) do nothing`,
    [ruleId, JSON.stringify(pending.map(({ subject, at }) => ({ subject: subject.key, at })))],
  );
}
