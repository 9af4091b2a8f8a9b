import type { Sql } from '#stores/postgres/types.ts';
import type { SitePage } from '../page-facts.ts';

export interface NewPage extends SitePage {
  readonly runId: string;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  /** Packed. */
  readonly body: Buffer | null;
  readonly isCut: boolean;
  readonly fetchedAt: Date;
}

export async function findSitePage(sql: Sql, runId: string, number: number): Promise<SitePage | undefined> {
  const { rows } = await sql.query<SitePage>(
    'select number, url, final_url, facts, error from research_pages where run_id = $1 and number = $2',
    [runId, number],
  );
  return rows[0];
}

/** In the order of their use, the start page first. */
export async function listSitePages(sql: Sql, runId: string): Promise<SitePage[]> {
  const { rows } = await sql.query<SitePage>(
    'select number, url, final_url, facts, error from research_pages where run_id = $1 order by number',
    [runId],
  );
  return rows;
}

/** Stores a page. When two steps read it at once, the first one stays. */
export async function insertPage(sql: Sql, page: NewPage): Promise<void> {
  await sql.query(
    `insert into research_pages (run_id, number, url, final_url, http_status, content_type, body, is_cut, facts, error, fetched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      page.runId,
      page.number,
      page.url,
      page.finalUrl,
      page.httpStatus,
      page.contentType,
      page.body,
      page.isCut,
      page.facts === null ? null : toStorableJson(page.facts),
      page.error,
      page.fetchedAt,
    ],
  );
}

/** PostgreSQL takes neither NUL nor halves of characters. */
function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part));
}
