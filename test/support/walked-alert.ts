import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { makeRule } from './alert-rules.ts';
import type { Ids } from './openapi-walk-send.ts';

const DAY = '2026-11-10';

/** A rule of the project with an alert about a keyword, and a mute of the rule. */
export async function makeWalkedAlert(
  sql: Sql,
  { projectId, keywordId, organization }: { readonly projectId: string; readonly keywordId: string; readonly organization: string },
): Promise<Ids> {
  const [ruleId, alertId, muteId] = [newId('rule_'), newId('alr_'), newId('mute_')];
  await makeRule(sql, { id: ruleId, projectId, when: { event: 'dropped', by: 5 } });
  await sql.query(
    `insert into alerts (id, rule_id, organization_id, project_id, group_key, severity, state, title, items, day, opened_at, last_item_at)
     values ($1, $2, $3, $4, 'rule', 'warning', 'firing', 'Walked', 1, $5, $5::date, $5::date)`,
    [alertId, ruleId, organization, projectId, DAY],
  );
  await sql.query(
    `insert into alert_items (alert_id, subject, day, at, keyword_id, label, was, is_now, size)
     values ($1, $2, $3, $3::date, $2, 'walked', '{"position": 3}', '{"position": 9}', 6)`,
    [alertId, keywordId, DAY],
  );
  await sql.query(
    `insert into alert_mutes (id, organization_id, project_id, rule_id, reason, starts_at, ends_at, created_by, created_at)
     values ($1, $2, $3, $4, 'walked', now() - interval '2 days', now() - interval '1 day', 'key_1', now())`,
    [muteId, organization, projectId, ruleId],
  );
  return { rule_id: ruleId, alert_id: alertId, mute_id: muteId };
}
