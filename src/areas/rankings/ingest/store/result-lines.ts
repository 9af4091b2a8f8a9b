import { packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { AppliedPage } from './ingest.ts';

interface PackedLines {
  readonly packed: Buffer;
  readonly rowsCount: number;
  readonly plainBytes: number;
}

/** Lines of `serp_pages`. Results of pages repeat each other: packed together they take two thirds of what each takes alone. */
export function packResults(pages: readonly AppliedPage[]): PackedLines {
  const lines = pages.flatMap(({ pageLine, resultsCount }) => (resultsCount === 0 ? [] : [pageLine, LINE_END])).slice(0, -1);
  return pack(
    Buffer.concat(lines),
    pages.reduce((sum, page) => sum + page.resultsCount, 0),
  );
}

/** Rows of `serp_run_details`. */
export function packDetails(pages: readonly AppliedPage[]): PackedLines {
  const lines = pages.flatMap(({ detailsLine, resultsCount }) => (resultsCount === 0 ? [] : [detailsLine]));
  return pack(Buffer.from(lines.join('\n')), lines.length);
}

const LINE_END = Buffer.from('\n');

function pack(plain: Buffer, rowsCount: number): PackedLines {
  return { packed: packBytes(plain), rowsCount, plainBytes: plain.length };
}

/** Puts the results of pages into the outbox, as the parcel that their runs name. */
export async function shipResults(sql: Sql, parcel: number, pages: readonly AppliedPage[]): Promise<void> {
  for (const [table, { packed, rowsCount, plainBytes }] of [
    ['serp_pages', packResults(pages)],
    ['serp_run_details', packDetails(pages)],
  ] as const) {
    if (rowsCount === 0) continue;
    await sql.query('insert into outbox (table_name, rows_count, packed, plain_bytes, parcel) values ($1, $2, $3, $4, $5)', [
      table,
      rowsCount,
      packed,
      plainBytes,
      parcel,
    ]);
  }
}
