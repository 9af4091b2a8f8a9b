import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Ended, Match } from '../../events/event-kind.ts';
import type { AlertFacts } from '../../kept/alert.ts';
import type { Severity } from '../../rule.ts';
import type { TellingRule } from '../telling-rule.ts';

/** Others that judge the rule wait until the transaction ends. @returns whether it is still there */
export async function lockRule(tx: Transaction, ruleId: string): Promise<boolean> {
  const { rows } = await tx.query('select 1 as found from alert_rules where id = $1 for no key update', [ruleId]);
  return rows.length > 0;
}

/** What a rule has said of subjects: the days, by subject. */
export async function listTold(sql: Sql, ruleId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql.query<{ subject: string; days: string[] }>(
    `select i.subject, array_agg(distinct i.day::text) as days from alerts a join alert_items i on i.alert_id = a.id
     where a.rule_id = $1 and i.subject = any($2::text[]) group by i.subject`,
    [ruleId, subjects],
  );
  return new Map(rows.map(({ subject, days }) => [subject, new Set(days)]));
}

/** An alert as its messages need it. */
export interface OpenedAlert {
  readonly id: string;
  readonly title: string;
}

/** The newest open alert of a group. */
export async function findOpenAlert(sql: Sql, ruleId: string, group: string): Promise<OpenedAlert | undefined> {
  const { rows } = await sql.query<OpenedAlert>(
    `select id, title from alerts where rule_id = $1 and group_key = $2 and state = 'firing' order by opened_at desc, id desc limit 1`,
    [ruleId, group],
  );
  return rows[0];
}

export interface NewAlert {
  readonly id: string;
  readonly day: string;
  readonly group: string;
  readonly severity: Severity;
  readonly title: string;
  readonly facts: AlertFacts;
  readonly openedAt: Date;
}

export async function insertAlert(sql: Sql, rule: TellingRule, alert: NewAlert): Promise<void> {
  const { id, day, group, severity, title, facts, openedAt } = alert;
  await sql.query(
    `insert into alerts (id, rule_id, organization_id, project_id, group_key, severity, state, title, context, day, opened_at, last_item_at)
     values ($1, $2, $3, $4, $5, $6, 'firing', $7, $8, $9, $10, $10) on conflict (id) do nothing`,
    [id, rule.id, rule.organizationId, rule.projectId, group, severity, title, JSON.stringify(facts), day, openedAt],
  );
}

interface NewItems {
  readonly ruleId: string;
  readonly alertId: string;
  /** Null: no round of checks found them. */
  readonly roundId: string | null;
  readonly items: readonly Match[];
  readonly now: Date;
}

/** Adds what an alert is about, and that it fires. */
export async function addItems(sql: Sql, { ruleId, alertId, roundId, items, now }: NewItems): Promise<void> {
  const rows = items.map(({ subject, day, at, from, to, size, page, overOn }) => ({
    subject: subject.key,
    day,
    at,
    keywordId: subject.keywordId ?? null,
    label: subject.label,
    was: from,
    isNow: to,
    size,
    page: page ?? null,
    overOn,
  }));
  await sql.query(
    `insert into alert_items (alert_id, round_id, subject, day, at, keyword_id, label, was, is_now, size, page, over_on)
     select $1, $3, subject, day, at, "keywordId", label, was, "isNow", size, page, "overOn"
     from json_to_recordset($2::json) as item (subject text, day date, at timestamptz, "keywordId" text, label text, was jsonb, "isNow" jsonb,
       size double precision, page text, "overOn" date)
     on conflict do nothing`,
    [alertId, JSON.stringify(rows), roundId],
  );
  await sql.query(
    `insert into alert_states (rule_id, subject, state, since, alert_id)
     select distinct $1, subject, 'firing', $3::timestamptz, $2 from unnest($4::text[]) as subject
     on conflict (rule_id, subject) do update set state = 'firing', since = excluded.since, alert_id = excluded.alert_id`,
    [ruleId, alertId, now, rows.filter(({ overOn }) => overOn === null).map(({ subject }) => subject)],
  );
}

/** Ends what is over, in all open alerts of the rule. */
export async function endItems(sql: Sql, ruleId: string, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  await sql.query(
    `update alert_items i set over_on = e."overOn"
     from json_to_recordset($2::json) as e (subject text, "overOn" date, since timestamptz), alerts a
     where a.id = i.alert_id and a.rule_id = $1 and a.state = 'firing' and i.subject = e.subject and i.over_on is null
       and (e.since is null or e.since = (i.was->>'checked_at')::timestamptz)`,
    [ruleId, JSON.stringify(ended)],
  );
  await sql.query(
    `delete from alert_states s where rule_id = $1 and state = 'firing' and subject = any($2::text[])
       and not exists (select from alerts a join alert_items i on i.alert_id = a.id
         where a.rule_id = $1 and a.state = 'firing' and i.subject = s.subject and i.over_on is null)`,
    [ruleId, ended.map(({ subject }) => subject)],
  );
}

/** An alert whose items are all over. */
export interface SettledAlert extends OpenedAlert {
  readonly groupKey: string;
  readonly severity: Severity;
  readonly items: number;
  readonly day: string;
  /** Something was said of it. */
  readonly isTold: boolean;
}

/** Counts the items of the rule's open alerts. @returns those that are resolved by it */
export async function settleAlerts(sql: Sql, ruleId: string, now: Date): Promise<SettledAlert[]> {
  const { rows } = await sql.query<SettledAlert & { state: string }>(
    `update alerts a
     set items = counted.items, resolved_items = counted.over, last_item_at = counted.last_at,
       state = case when counted.items = counted.over then 'resolved' else 'firing' end,
       resolved_at = case when counted.items = counted.over then $2::timestamptz end
     from (
       select i.alert_id, count(*)::integer as items, count(i.over_on)::integer as over, max(i.at) as last_at
       from alerts o join alert_items i on i.alert_id = o.id where o.rule_id = $1 and o.state = 'firing' group by i.alert_id) counted
     where a.id = counted.alert_id and (a.items, a.resolved_items) is distinct from (counted.items, counted.over)
     returning a.id, a.title, a.group_key, a.severity, a.items, a.day::text as day, a.state, a.last_told_at is not null as is_told`,
    [ruleId, now],
  );
  return rows.filter(({ state }) => state === 'resolved');
}
