import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A page that a run has read, without its text. */
export interface RunPage {
  readonly number: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly isCut: boolean;
  /** Whether there is a raw copy. */
  readonly hasBody: boolean;
  readonly title: string | null;
  readonly error: string | null;
  readonly fetchedAt: Date;
}

const PAGES_MAX = 100;

/** In the order in which they were read. */
export async function listRunPages(sql: Sql, runId: string): Promise<RunPage[]> {
  const { rows } = await sql.query<RunPage>(
    `select number, url, final_url, http_status, content_type, is_cut, body is not null as has_body, facts ->> 'title' as title, error,
       fetched_at
     from research_pages where run_id = $1 order by number limit ${PAGES_MAX}`,
    [runId],
  );
  return rows;
}

/** The packed text of a page; null when it could not be read, undefined when there is no such page. */
export async function findPageBody(sql: Sql, runId: string, number: number): Promise<Buffer | null | undefined> {
  const { rows } = await sql.query<{ body: Buffer | null }>('select body from research_pages where run_id = $1 and number = $2', [
    runId,
    number,
  ]);
  return rows[0]?.body;
}

export interface RunCluster {
  readonly id: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly name: string;
  readonly mainKeyword: string;
  readonly categoryId: string | null;
  readonly keywordsCount: number;
  readonly totalSearchVolume: number | null;
  readonly targetUrl: string | null;
  readonly method: 'shared_results' | 'embedding';
}

/** The most searched first. */
export const runClusters = defineList<RunCluster, string>({
  columns: 'id, location_code, language_code, name, main_keyword, category_id, keywords_count, total_search_volume, target_url, method',
  from: 'from research_clusters where run_id = $1',
  order: 'total_search_volume desc nulls last, keywords_count desc, id',
  values: (runId) => [runId],
});
