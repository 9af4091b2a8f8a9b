import type { SerpItem } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Results of a run as earlier releases kept them: in its row, and in ClickHouse without details. */
export async function keepAsEarlier(sql: Sql, runId: string, items: readonly SerpItem[]): Promise<void> {
  await sql.query('update serp_runs set results = $2::json, results_count = null, parcel = null where id = $1', [
    runId,
    JSON.stringify(items.map(toEarlier)),
  ]);
}

function toEarlier(item: SerpItem) {
  return {
    type: item.type,
    rank_group: item.rankGroup,
    rank_absolute: item.rankAbsolute,
    page: item.page ?? undefined,
    position: item.position ?? undefined,
    xpath: item.xpath ?? undefined,
    domain: item.domain ?? undefined,
    url: item.url ?? undefined,
    title: item.title ?? undefined,
    description: item.description ?? undefined,
    is_paid: item.isPaid || undefined,
    is_featured_snippet: item.isFeaturedSnippet || undefined,
    rating_value: item.ratingValue ?? undefined,
    rating_count: item.ratingCount ?? undefined,
    cid: item.cid ?? undefined,
    place_id: item.placeId ?? undefined,
  };
}
