import type { Sql } from '#stores/postgres/types.ts';

/** A page and how deep it is read. */
export interface LivePage {
  readonly queryId: string;
  readonly depth: number;
}

export interface HeldPage extends LivePage {
  /** The workflow that reads it. */
  readonly workflowId: string;
}

/** Claims pages that no workflow reads; call `listHolders` afterwards to see who reads which. */
export async function insertClaims(tx: Sql, workflowId: string, pages: readonly LivePage[]): Promise<void> {
  await tx.query(
    `insert into live_pages (query_id, depth, workflow_id)
     select query_id, depth, $1 from unnest($2::text[], $3::integer[]) as page (query_id, depth)
     order by query_id, depth
     on conflict do nothing`,
    [workflowId, ...toColumns(pages)],
    'rankings-insert-claims',
  );
}

/** The claims on pages, in no order; those of pages that no workflow reads are left out. */
export async function listHolders(tx: Sql, pages: readonly LivePage[]): Promise<HeldPage[]> {
  const { rows } = await tx.query<HeldPage>(
    `select query_id, depth, workflow_id
     from live_pages join unnest($1::text[], $2::integer[]) as page (query_id, depth) using (query_id, depth)`,
    toColumns(pages),
    'rankings-list-holders',
  );
  return rows;
}

/** Gives the claims of some workflows to another one; of `pages` when given, else all of them. */
export async function moveClaims(
  sql: Sql,
  { from, to, pages }: { readonly from: readonly string[]; readonly to: string; readonly pages?: readonly LivePage[] },
): Promise<void> {
  const columns = pages === undefined ? [null, null] : toColumns(pages);
  await sql.query(
    `update live_pages held set workflow_id = $2, claimed_at = now()
     where workflow_id = any ($1)
       and ($3::text[] is null or exists (
         select from unnest($3::text[], $4::integer[]) as page (query_id, depth)
         where page.query_id = held.query_id and page.depth = held.depth))`,
    [from, to, ...columns],
  );
}

/** Ends what a workflow has claimed: its pages are stored, or will not be read. */
export async function deleteClaims(sql: Sql, workflowId: string): Promise<void> {
  await sql.query('delete from live_pages where workflow_id = $1', [workflowId], 'rankings-delete-claims');
}

/** Ends claims that are older: their workflows were terminated. */
export async function deleteClaimsBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from live_pages where claimed_at < $1', [before]);
}

function toColumns(pages: readonly LivePage[]): unknown[] {
  return [pages.map(({ queryId }) => queryId), pages.map(({ depth }) => depth)];
}
