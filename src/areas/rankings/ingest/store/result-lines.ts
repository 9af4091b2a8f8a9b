import { packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { AppliedPage } from './ingest.ts';

interface PackedLines {
  readonly packed: Buffer;
  readonly rowsCount: number;
  readonly plainBytes: number;
}

/** Results of pages repeat each other: packed together they take two thirds of what each takes alone. */
export function packLines(pages: readonly AppliedPage[]): PackedLines {
  const lines = pages.flatMap(({ resultLines, resultLinesCount }) => (resultLinesCount === 0 ? [] : [resultLines, LINE_END])).slice(0, -1);
  const plain = Buffer.concat(lines);
  const rowsCount = pages.reduce((sum, page) => sum + page.resultLinesCount, 0);
  return { packed: packBytes(plain), rowsCount, plainBytes: plain.length };
}

const LINE_END = Buffer.from('\n');

/** Puts the results of pages into the outbox. */
export async function shipResults(sql: Sql, pages: readonly AppliedPage[]): Promise<void> {
  const { packed, rowsCount, plainBytes } = packLines(pages);
  if (rowsCount === 0) return;
  await sql.query(`insert into outbox (table_name, rows_count, packed, plain_bytes) values ('serp_runs', $1, $2, $3)`, [
    rowsCount,
    packed,
    plainBytes,
  ]);
}
