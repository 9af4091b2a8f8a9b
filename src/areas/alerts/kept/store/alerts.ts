import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Severity } from '../../rule.ts';
import type { Alert, Seen } from '../alert.ts';

/** What it is about: kept by the alert itself where its rule asks for something else now. */
export const EVENT = `coalesce(a.context->>'event', r.condition->'when'->>'event')`;

const COLUMNS = `a.id, a.rule_id, r.name as rule_name, a.organization_id, a.project_id, ${EVENT} as event, a.group_key, a.severity, a.state, a.title,
  a.context, a.items, a.resolved_items, a.day::text as day, a.opened_at, a.last_item_at, a.resolved_at, a.acknowledged_at, a.acknowledged_by,
  a.acknowledged_note, a.last_told_at, a.notice_ids`;

/** An alert with the messages that were sent of it. */
export interface StoredAlert extends Alert {
  readonly noticeIds: readonly string[];
}

/** Several, by id; those that are gone are left out. */
export async function listAlertsById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, StoredAlert>> {
  const { rows } = await sql.query<StoredAlert>(
    `select ${COLUMNS} from alerts a join alert_rules r on r.id = a.rule_id where a.id = any($1::text[]) order by a.id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface AlertFilter {
  /** Undefined: of all projects. */
  readonly projectIds: readonly string[] | undefined;
  /** The service's own ones too. */
  readonly withService: boolean;
  /** Alerts of these events are left out. */
  readonly hiddenEvents: readonly string[];
  readonly state?: Alert['state'] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly ruleId?: string | undefined;
  readonly keywordId?: string | undefined;
  /** Days of the project on which they began, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The newest first. */
export const alertList = defineList<StoredAlert, AlertFilter>({
  columns: COLUMNS,
  from: `from alerts a join alert_rules r on r.id = a.rule_id
    where ($1::text[] is null or a.project_id = any($1) or ($2 and a.project_id is null)) and ($2 or a.project_id is not null)
    and not (${EVENT} = any($3::text[])) and ($4::text is null or a.state = $4) and ($5::text[] is null or a.severity = any($5))
    and ($6::text is null or a.rule_id = $6) and ($7::date is null or a.day >= $7) and ($8::date is null or a.day <= $8)
    and ($9::text is null or exists (select from alert_items i where i.alert_id = a.id and i.keyword_id = $9))`,
  order: 'a.opened_at desc, a.id desc',
  values: ({ projectIds, withService, hiddenEvents, state, severities, ruleId, from, to, keywordId }) => [
    projectIds,
    withService,
    hiddenEvents,
    state,
    severities,
    ruleId,
    from,
    to,
    keywordId,
  ],
});

export interface StoredItem {
  readonly subject: string;
  readonly label: string;
  readonly keywordId: string | null;
  readonly keyword: string | null;
  readonly device: string | null;
  readonly locationCode: number | null;
  readonly day: string;
  readonly at: Date;
  readonly was: Seen | null;
  readonly isNow: Seen;
  readonly page: string | null;
  readonly size: number;
  readonly overOn: string | null;
}

/** What an alert is about, the worst first. */
export async function listItems(sql: Sql, alertId: string, limit: number): Promise<StoredItem[]> {
  const { rows } = await sql.query<StoredItem>(
    `select i.subject, i.label, i.keyword_id, k.keyword_text as keyword, k.device, k.location_code, i.day::text as day, i.at, i.was, i.is_now,
       i.page, i.size, i.over_on::text as over_on
     from alert_items i left join keywords k on k.id = i.keyword_id
     where i.alert_id = $1 order by i.size desc, i.day, i.subject limit $2`,
    [alertId, limit],
  );
  return rows;
}

/** Notes that a person has seen these. @returns those that were not acknowledged before */
export async function acknowledge(
  sql: Sql,
  { ids, at, by, note }: { readonly ids: readonly string[]; readonly at: Date; readonly by: string; readonly note: string | null },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `update alerts set acknowledged_at = $2, acknowledged_by = $3, acknowledged_note = $4
     where id = any($1::text[]) and acknowledged_at is null returning id`,
    [ids, at, by, note],
  );
  return rows.map(({ id }) => id);
}

/** What rules judged last in a project. */
export interface LastRound {
  readonly day: string;
  readonly evaluatedAt: Date;
  readonly checks: number;
  readonly failed: number;
}

export async function findLastRound(sql: Sql, projectId: string): Promise<LastRound | undefined> {
  const { rows } = await sql.query<LastRound>(
    `select day::text as day, evaluated_at, checks, failed from alert_rounds
     where project_id = $1 and kind = 'scheduled' and evaluated_at is not null order by day desc, id desc limit 1`,
    [projectId],
  );
  return rows[0];
}
