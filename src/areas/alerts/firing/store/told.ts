import type { Sql } from '#stores/postgres/types.ts';

/** Whether a mute `m` is about an item `i` of an alert `a`. */
export const IS_ABOUT = `(m.rule_id is null or m.rule_id = a.rule_id) and (m.project_id is null or m.project_id = a.project_id)
  and (m.organization_id is null or m.organization_id = a.organization_id) and (m.keyword_id is null or m.keyword_id = i.keyword_id)
  and (m.tag is null or exists (
    select from keyword_tags k join tags t on t.project_id = k.project_id and t.id = k.tag_id
    where k.keyword_id = i.keyword_id and k.project_id = a.project_id and m.tag in (t.id, t.name)))`;

/** Whether a mute holds back an item `i` of an alert `a` at the moment `$2`. */
export const IS_MUTED = `exists (select from alert_mutes m where m.starts_at <= $2 and m.ends_at > $2 and ${IS_ABOUT})`;

export interface ItemKey {
  readonly alertId: string;
  readonly subject: string;
  readonly day: string;
}

/** Notes that items of alerts are said now, but for those that were said before and those that a mute holds back. @returns these */
export async function tellItems(sql: Sql, items: readonly ItemKey[], now: Date): Promise<ItemKey[]> {
  const { rows } = await sql.query<ItemKey>(
    `update alert_items i set told_at = $2
     from json_to_recordset($1::json) as said ("alertId" text, subject text, day date), alerts a
     where a.id = said."alertId" and i.alert_id = a.id and i.subject = said.subject and i.day = said.day and i.told_at is null
       and not ${IS_MUTED}
     returning i.alert_id, i.subject, i.day::text as day`,
    [JSON.stringify(items), now],
  );
  return rows;
}

/** Which of these alerts are held back as a whole. */
export async function listMuted(sql: Sql, alertIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select a.id from alerts a
     where a.id = any($1::text[]) and not exists (select from alert_items i where i.alert_id = a.id and not ${IS_MUTED})`,
    [alertIds, now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Notes that a message is sent of alerts; the newest 200 notices of one are kept. */
export async function noteTold(
  sql: Sql,
  { alertIds, noticeId, now }: { readonly alertIds: readonly string[]; readonly noticeId: string; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update alerts set last_told_at = $3, notice_ids = (array_append(notice_ids, $2::text))[greatest(1, cardinality(notice_ids) - 198):]
     where id = any($1::text[]) and not $2 = any (notice_ids)`,
    [alertIds, noticeId, now],
  );
}
