import type { Sql } from '#stores/postgres/types.ts';
import type { OutcomeReport } from '../../queues/messages.ts';

/** What came of messages that ended. */
export interface MessageOutcomes {
  readonly total: number;
  readonly failed: number;
  /** For each field of `groupBy`: messages by its value. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Values of a field that are listed, the most frequent ones. */
const VALUES_MAX = 200;

/**
 * Over the messages that ended within some milliseconds.
 * @param workflows the names of those that consume the messages
 */
export async function countMessageOutcomes(
  sql: Sql,
  { workflows, groupBy }: OutcomeReport & { readonly workflows: readonly string[] },
  withinMs: number,
): Promise<MessageOutcomes> {
  const { rows } = await sql.query<MessageOutcomes>(
    `with ended as materialized (
       select w.status <> 'SUCCESS' as is_failed, i.inputs::jsonb -> -1 as payload
         from dbos.workflow_status w
         join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
        where w.completed_at >= (extract(epoch from now()) * 1000)::bigint - $2::bigint and w.name = any($1)
          and w.status in ('SUCCESS', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')),
     valued as (
       select field, payload ->> field as value, count(*) as messages,
              row_number() over (partition by field order by count(*) desc, payload ->> field) as rank
         from ended cross join unnest($3::text[]) as field where payload ->> field is not null group by 1, 2),
     counted as (select field, jsonb_object_agg(value, messages) as by_value from valued where rank <= $4 group by 1)
     select (select count(*) from ended) as total, (select count(*) from ended where is_failed) as failed,
            coalesce((select jsonb_object_agg(field, by_value) from counted), '{}') as counts`,
    [workflows, withinMs, groupBy, VALUES_MAX],
  );
  return rows[0] ?? { total: 0, failed: 0, counts: {} };
}
