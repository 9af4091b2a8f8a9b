import type { ClickHouse } from './clickhouse/types.ts';
import type { Sql } from './postgres/types.ts';

/** A thing in PostgreSQL that has rows in the analytics store. */
export interface CopyUnit {
  /** The same in both stores. */
  readonly key: string;
  /** What the analytics table is ordered by, to find the rows quickly. */
  readonly place: string;
  /** Rows that it is to have. */
  readonly rows: number;
  /** What is compared beside the number of rows; empty when nothing is. */
  readonly content: string;
}

export type StoredUnit = Omit<CopyUnit, 'place'>;

/** A row of a unit; `id` tells it from the other rows of its unit. */
export interface CopyRow {
  readonly key: string;
  readonly id: string;
  readonly row: object;
}

/** Which units: those of a day in UTC, in the order of their keys. */
export interface UnitPage {
  readonly day: string;
  /** The last key before; empty for the first page. */
  readonly after: string;
  readonly limit: number;
}

/** Makes the rows anew from what PostgreSQL has. */
export interface CopyByRows {
  readonly kind: 'rows';
  listRows(sql: Sql, units: readonly CopyUnit[]): Promise<CopyRow[]>;
  /** Which rows of these units are there, where only a part is. */
  listStoredIds(clickhouse: ClickHouse, day: string, units: readonly CopyUnit[]): Promise<Omit<CopyRow, 'row'>[]>;
}

/** The rows follow from other rows: a workflow works them out, one for each subject that lacks any. */
export interface CopyByWorkflow {
  readonly kind: 'workflow';
  readonly workflow: string;
  readonly subjectOf: (unit: CopyUnit) => string;
  readonly inputOf: (subject: string) => unknown;
  /** How many rows it wrote, by what it gave. */
  readonly rowsOf: (output: unknown) => number;
}

/** Rows of the analytics store that can be made anew from PostgreSQL. Sources of one table come in the order of the list. */
export interface CopySource {
  readonly name: string;
  readonly table: string;
  /** Days (UTC) that PostgreSQL has units of, oldest first. */
  listDays(sql: Sql): Promise<string[]>;
  listUnits(sql: Sql, page: UnitPage): Promise<CopyUnit[]>;
  /** What the analytics store has of these units; nothing of those that it lacks. */
  listStored(clickhouse: ClickHouse, day: string, units: readonly CopyUnit[]): Promise<StoredUnit[]>;
  /** The analytics store keeps more of a unit than PostgreSQL does. */
  readonly mayHaveMore: boolean;
  readonly fill: CopyByRows | CopyByWorkflow;
}
