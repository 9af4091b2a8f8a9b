import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Quote, QuoteStatus } from './quotes/quote.ts';

const COLUMNS = `id, key_id, organization_id, project_id, tool, arguments, does, client, cost_usd, monthly_cost_usd, status, decided_by,
  decided_at, created_at, expires_at, bought_at`;

export async function insertQuote(tx: Transaction, quote: Quote): Promise<void> {
  await tx.query(
    `insert into assistant_quotes (id, key_id, organization_id, project_id, tool, arguments, does, client, cost_usd, monthly_cost_usd, status,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      quote.id,
      quote.keyId,
      quote.organizationId,
      quote.projectId,
      quote.tool,
      quote.arguments,
      quote.does,
      quote.client,
      quote.costUsd,
      quote.monthlyCostUsd,
      quote.status,
      quote.createdAt,
      quote.expiresAt,
    ],
  );
}

/** Quotes of a key that ended before; those by which something costs each month stay. */
export async function deleteOldQuotes(tx: Transaction, keyId: string, before: Date): Promise<void> {
  await tx.query(
    `delete from assistant_quotes where key_id = $1 and expires_at < $2
     and not (status in ('buying', 'bought') and monthly_cost_usd > 0)`,
    [keyId, before],
  );
}

/** What a key has bought to run each month, in USD, with what it is buying. */
export async function sumMonthlyCosts(sql: Sql, keyId: string): Promise<number> {
  const { rows } = await sql.query<{ sum: number }>(
    `select coalesce(sum(monthly_cost_usd), 0) as sum from assistant_quotes where key_id = $1 and status in ('buying', 'bought')`,
    [keyId],
  );
  return rows[0]?.sum ?? 0;
}

export async function countQuotes(tx: Transaction, keyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>('select count(*)::int as count from assistant_quotes where key_id = $1', [keyId]);
  return rows[0]?.count ?? 0;
}

export async function findQuote(sql: Sql, id: string): Promise<Quote | undefined> {
  const { rows } = await sql.query<Quote>(`select ${COLUMNS} from assistant_quotes where id = $1`, [id]);
  return rows[0];
}

/** Takes a quote for buying, unless another call has, or it is over. */
export async function claimQuote(sql: Sql, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update assistant_quotes set status = 'buying' where id = $1 and status in ('open', 'approved') and expires_at > $2`,
    [id, now],
  );
  return rowCount === 1;
}

/** What became of a purchase. */
export async function settleQuote(
  sql: Sql,
  id: string,
  { status, now }: { readonly status: QuoteStatus; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update assistant_quotes set status = $2, bought_at = case when $2 = 'bought' then $3::timestamptz else bought_at end
     where id = $1 and status = 'buying'`,
    [id, status, now],
  );
}

export interface Decision {
  readonly id: string;
  readonly status: 'approved' | 'declined';
  readonly decidedBy: string | null;
  readonly now: Date;
}

/** @returns the quote as it is then; undefined when it does not wait any more */
export async function decideQuote(sql: Sql, { id, status, decidedBy, now }: Decision): Promise<Quote | undefined> {
  const { rows } = await sql.query<Quote>(
    `update assistant_quotes set status = $2, decided_by = $3, decided_at = $4
     where id = $1 and status in ('awaiting', 'open') and ($2 = 'declined' or status = 'awaiting') and expires_at > $4
     returning ${COLUMNS}`,
    [id, status, decidedBy, now],
  );
  return rows[0];
}

export interface QuoteFilter {
  readonly organizationId: string | undefined;
  readonly projectIds: readonly string[] | undefined;
  readonly isWaiting: boolean;
  readonly now: Date;
}

/** Newest first. Those that wait are the ones that a person may still approve. */
export const quoteList = defineList<Quote, QuoteFilter, Quote>({
  columns: COLUMNS,
  from: `from assistant_quotes where ($1::text is null or organization_id = $1) and ($2::text[] is null or project_id = any($2))
    and (not $3 or status = 'awaiting' and expires_at > $4)`,
  order: 'created_at desc, id desc',
  values: ({ organizationId, projectIds, isWaiting, now }) => [organizationId ?? null, projectIds ?? null, isWaiting, now],
  toItem: (row) => row,
});
