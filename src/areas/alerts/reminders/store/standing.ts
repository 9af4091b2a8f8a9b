import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { IS_ABOUT, IS_MUTED } from '../../firing/store/told.ts';
import { EVENT } from '../../kept/store/alerts.ts';
import type { ShownItem } from '../../firing/notices/describe.ts';
import type { Severity } from '../../rule.ts';

/** Something that still fires, with what is needed to say so. */
export interface StandingItem {
  readonly alertId: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly event: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly channelIds: string[] | null;
  readonly severity: Severity;
  readonly title: string;
  readonly subject: string;
  readonly label: string;
  readonly keywordId: string | null;
  readonly day: string;
  readonly at: Date;
  readonly was: ShownItem['from'];
  readonly isNow: ShownItem['to'];
  readonly size: number;
}

const MUTES_AT_ONCE = 1_000;
const ITEMS_AT_ONCE = 10_000;

/** Mutes that have ended, and what still fires was not said. Another process leaves them alone until the transaction ends. */
export async function takeEndedMutes(tx: Transaction, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from alert_mutes where told_at is null and ends_at <= $1 order by ends_at limit ${MUTES_AT_ONCE} for update skip locked`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export async function noteMutesTold(tx: Transaction, muteIds: readonly string[], now: Date): Promise<void> {
  await tx.query('update alert_mutes set told_at = $2 where id = any($1::text[])', [muteIds, now]);
}

const STANDING = `select a.id as alert_id, r.id as rule_id, r.name as rule_name, ${EVENT} as event, a.organization_id, a.project_id, p.name as project_name,
    r.channel_ids, a.severity, a.title, i.subject, i.label, i.keyword_id, i.day::text as day, i.at, i.was, i.is_now, i.size
  from alert_items i join alerts a on a.id = i.alert_id join alert_rules r on r.id = a.rule_id left join projects p on p.id = a.project_id
  where a.state = 'firing' and i.over_on is null and r.is_enabled`;

/** What still fires of what these mutes were about, and what was held back by others that are gone. The worst first. */
export async function listUnmuted(sql: Sql, muteIds: readonly string[], now: Date): Promise<StandingItem[]> {
  const { rows } = await sql.query<StandingItem>(
    `${STANDING} and (i.told_at is null or exists (select from alert_mutes m where m.id = any($1::text[]) and i.told_at <= m.ends_at and ${IS_ABOUT}))
       and not ${IS_MUTED}
     order by i.size desc, a.id, i.subject, i.day limit ${ITEMS_AT_ONCE}`,
    [muteIds, now],
  );
  return rows;
}

/** Whether something waits that no mute holds back any more, such as one that was deleted. */
export async function hasUntold(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    `select exists (
       select from alert_items i join alerts a on a.id = i.alert_id where i.told_at is null and i.over_on is null and a.state = 'firing'
     ) as found`,
  );
  return rows[0]?.found === true;
}

/** An alert that is due to be said again. */
export interface DueRepeat {
  readonly id: string;
  readonly lastToldAt: Date;
}

/** Alerts whose rules say them again, whose time has come, and that were not acknowledged since something was added. */
export async function takeDueRepeats(tx: Transaction, now: Date): Promise<DueRepeat[]> {
  const { rows } = await tx.query<DueRepeat>(
    `select a.id, a.last_told_at from alerts a join alert_rules r on r.id = a.rule_id
     where a.state = 'firing' and r.is_enabled and r.repeat_every_hours is not null
       and a.last_told_at + make_interval(hours => r.repeat_every_hours) <= $1
       and (a.acknowledged_at is null or a.last_item_at > a.acknowledged_at)
     order by a.id limit ${MUTES_AT_ONCE} for update of a skip locked`,
    [now],
  );
  return rows;
}

/** What still fires of alerts and no mute holds back, the worst first. */
export async function listStanding(sql: Sql, alertIds: readonly string[], now: Date): Promise<StandingItem[]> {
  const { rows } = await sql.query<StandingItem>(
    `${STANDING} and a.id = any($1::text[]) and not ${IS_MUTED} order by i.size desc, a.id, i.subject, i.day limit ${ITEMS_AT_ONCE}`,
    [alertIds, now],
  );
  return rows;
}
