import type { z } from 'zod';

/**
 * A ClickHouse question as a value: SQL with `{name:Type}` parameters, a schema of the parameters,
 * a schema of a row. `name` travels with the query as a comment, so that the server's log shows it.
 * Instants arrive as ISO texts (`z.coerce.date()`), `Date` columns as `YYYY-MM-DD`, 64-bit integers
 * as numbers.
 */
export interface AnalyticsQuery<Params, Row> {
  readonly name: string;
  readonly sql: string;
  readonly params: z.ZodType<Params>;
  readonly row: z.ZodType<Row>;
}

export interface ClickHouse {
  /** Runs a question; every row is parsed. */
  query<Params, Row>(question: AnalyticsQuery<Params, Row>, params: Params): Promise<Row[]>;
  /**
   * Writes rows given as JSON lines (`JSONEachRow`, one object a line). A second write with the
   * same token changes nothing.
   */
  insertLines(table: string, lines: string, deduplicationToken: string): Promise<void>;
  /**
   * The answer of a select of any length, as JSON lines: text in pieces that end with a whole line.
   * One at a time; values stand in the text as `toLiteral` writes them.
   */
  streamLines(sql: string): AsyncIterable<string>;
  /** A statement without rows: migrations and maintenance. */
  command(sql: string): Promise<void>;
  ping(): Promise<void>;
  /** What is wrong with a server, as its last answers show it; asks nothing. */
  findTrouble(): string | undefined;
  close(): Promise<void>;
}
