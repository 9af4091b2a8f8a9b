import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A list that was classified. */
export async function makeWalkedList(sql: Sql, projectId: string, organization: string): Promise<string> {
  const listId = newId('list_');
  await sql.query(
    `insert into classification_lists (id, project_id, organization_id, name, status, skip_fetch, skip_llm, items, refused, duplicates,
       workflow_id, created_at, ended_at)
     values ($1, $2, $3, 'Walked', 'cancelled', true, true, 1, '[{"line": 2, "value": "x", "reason": "walked"}]',
       '[{"line": 3, "value": "example.com", "of": 1}]', $4, now(), now())`,
    [listId, projectId, organization, newId('wf_')],
  );
  await sql.query(
    `insert into classification_list_items (list_id, line, value, kind, subject, subject_hash, status, verdicts, confidence, source,
       is_cached, cost_usd, classified_at)
     values ($1, 1, 'example.com', 'domain', 'example.com', '\\x00', 'classified',
       '[{"dimension": "domain_type", "label": "news", "confidence": 90, "stage": "rules", "evidence": ["walked"]}]', 90, 'rules', false, 0, now())`,
    [listId],
  );
  return listId;
}
