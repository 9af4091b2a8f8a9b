/**
 * Rows of ClickHouse that PostgreSQL can give again. Both stores are compared by units: things in PostgreSQL that
 * have rows in ClickHouse. Texts are SQL of the store that they are about.
 */
export interface CopySource {
  readonly name: string;
  /** In ClickHouse. Sources of one table come in the order of the list. */
  readonly table: string;
  readonly units: RelationalUnits;
  readonly stored: StoredUnits;
  readonly fill: CopyByRows | CopyByWorkflow;
}

/** The units that PostgreSQL has. */
export interface RelationalUnits {
  /** The tables, after `from`. */
  readonly from: string;
  readonly where: string;
  /** A unit's day in UTC. */
  readonly day: string;
  /** The units of the day `$1`, in a form that an index serves. */
  readonly ofDay: string;
  /** The same text as `StoredUnits.key` makes. */
  readonly key: string;
  /** The same value as `StoredUnits.lookup` has. */
  readonly lookup: string;
  /** How many rows ClickHouse should have of a unit. */
  readonly rows: string;
  /** What is compared beside the number of rows. */
  readonly content?: string;
}

/** The same units in ClickHouse. */
export interface StoredUnits {
  /** Columns whose values, with `|` between, are the key. */
  readonly key: readonly string[];
  /** The column that finds a unit's rows quickly. */
  readonly lookup: string;
  /** The day of a row. Left out: rows of a unit may be of other days. */
  readonly day?: string;
  readonly where?: string;
  /** How many rows there are of a unit; counted unless given. */
  readonly rows?: string;
  readonly content?: string;
  /** ClickHouse keeps more of a unit than PostgreSQL does. */
  readonly mayHaveMore?: boolean;
}

/** Makes the rows again from what PostgreSQL has. */
export interface CopyByRows {
  readonly kind: 'rows';
  readonly columns: string;
  /** What is joined for the columns alone. */
  readonly joins?: string;
  /** The rows for ClickHouse, of a row with the columns. */
  readonly toRows: (row: never) => readonly object[];
  /** Columns in ClickHouse that tell the rows of a unit apart, for units of several rows. */
  readonly id?: readonly string[];
}

/** The rows follow from other rows: a workflow works them out, one for each subject that lacks any. */
export interface CopyByWorkflow {
  readonly kind: 'workflow';
  readonly workflow: string;
  readonly subjectOf: (key: string) => string;
  readonly inputOf: (subject: string) => unknown;
  /** How many rows it wrote, by what it gave. */
  readonly rowsOf: (output: unknown) => number;
}

/** Units of a moment `column`, which has an index, by their day in UTC, whatever the time zone of the server. */
export function byUtcDay(column: string): Pick<RelationalUnits, 'day' | 'ofDay'> {
  const start = `($1::date::timestamp at time zone 'UTC')`;
  return {
    day: `(${column} at time zone 'UTC')::date`,
    ofDay: `${column} >= ${start} and ${column} < ${start} + interval '1 day'`,
  };
}
