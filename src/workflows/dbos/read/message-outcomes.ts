import type { Sql } from '#stores/postgres/types.ts';
import type { MessageKind } from '../../queues/messages.ts';

/** What came of the messages that read from app stores (specification 4.9, `queue-status`). */
export interface CrawlMetrics {
  readonly total: number;
  /** Messages by the field `platform` of their payload. */
  readonly byPlatform: Readonly<Record<string, number>>;
  /** Messages by the field `category_id` of their payload, the most frequent first. */
  readonly byCategory: Readonly<Record<string, number>>;
  /** Sums of the fields of the same names in the outputs. */
  readonly appsDiscovered: number;
  readonly appsUpdated: number;
  readonly failed: number;
}

const CATEGORIES_MAX = 200;

interface Row {
  readonly total: number;
  readonly failed: number;
  readonly discovered: number;
  readonly updated: number;
  readonly platforms: Readonly<Record<string, number>> | null;
  readonly categories: Readonly<Record<string, number>> | null;
}

/** Over the crawling messages that ended within some milliseconds. */
export async function getCrawlMetrics(sql: Sql, messages: readonly MessageKind[], withinMs: number): Promise<CrawlMetrics> {
  const names = messages.filter(({ isCrawl }) => isCrawl === true).map(({ workflow }) => workflow);
  const { rows } = await sql.query<Row>(
    `with ended as materialized (
       select w.status <> 'SUCCESS' as is_failed, i.inputs::jsonb -> -1 as payload, o.output::jsonb as output
         from dbos.workflow_status w
         join dbos.workflow_input i on i.workflow_uuid = w.workflow_uuid
         left join dbos.workflow_output o on o.workflow_uuid = w.workflow_uuid
        where w.completed_at >= (extract(epoch from now()) * 1000)::bigint - $2::bigint and w.name = any($1)
          and w.status in ('SUCCESS', 'ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')),
     platforms as (
       select payload ->> 'platform' as name, count(*) as messages from ended where payload ->> 'platform' is not null group by 1 order by 1),
     categories as (
       select payload ->> 'category_id' as name, count(*) as messages from ended where payload ->> 'category_id' is not null
        group by 1 order by 2 desc, 1 limit $3)
     select count(*) as total, count(*) filter (where is_failed) as failed,
            coalesce(sum((output ->> 'apps_discovered')::numeric), 0) as discovered,
            coalesce(sum((output ->> 'apps_updated')::numeric), 0) as updated,
            (select jsonb_object_agg(name, messages) from platforms) as platforms,
            (select jsonb_object_agg(name, messages) from categories) as categories
       from ended`,
    [names, withinMs, CATEGORIES_MAX],
  );
  const row = rows[0];
  return {
    total: row?.total ?? 0,
    failed: row?.failed ?? 0,
    appsDiscovered: row?.discovered ?? 0,
    appsUpdated: row?.updated ?? 0,
    byPlatform: row?.platforms ?? {},
    byCategory: row?.categories ?? {},
  };
}
