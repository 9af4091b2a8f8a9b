import type { AnalyticsTable } from './analytics-rows.ts';
import type { ClickHouse } from '../clickhouse/types.ts';
import type { RelationalTable, RewriteLine } from './table-rows.ts';

/** A table of PostgreSQL and how it goes into an archive and out of it. */
export interface ArchiveTable extends Omit<RelationalTable, 'where' | 'replace' | 'rewrite'> {
  /** Which of its rows belong to the project `$1`; `none`: an archive of one project leaves it out. */
  readonly project: string | 'none';
  /** Which rows go into an archive of everything; left out: all. */
  readonly all?: string;
  /** What replaces a column in an archive of one project. */
  readonly projectReplace?: Readonly<Record<string, string>>;
  /** What goes into an archive instead of a row. */
  readonly rewrite?: (stores: { readonly clickhouse: ClickHouse }) => RewriteLine;
  /** Other projects may have the same row: one that is there stays. */
  readonly isShared?: true;
  /** In an archive only when asked for: keys with `--with-keys`, secrets with a passphrase. */
  readonly isOptional?: 'keys' | 'secrets';
  /** A service has rows of it before anything was done with it. */
  readonly isNeverEmpty?: true;
  readonly onConflict?: string;
  /** What a column becomes where it is restored: the work that would have gone on is not there. */
  readonly importAs?: Readonly<Record<string, string>>;
  /** What it was called in earlier releases: their archives bring its rows under that name. */
  readonly formerly?: string;
  /** Columns of earlier releases: what an older archive brings of them is left out. */
  readonly gone?: readonly string[];
  /** Partitioned by the month of this column. */
  readonly monthOf?: string;
  /** A number that may be taken where the project goes; the row is known by `by`. */
  readonly number?: { readonly id: string; readonly by: string };
  /** Areas that write it beside its owner; the reason stands at the table. */
  readonly writers?: readonly string[];
  /** Columns that hold such numbers, and of which table. */
  readonly numbersOf?: Readonly<Record<string, string>>;
}

/** The table that an archive means by a name, which may be the one of an earlier release. */
export function findNamed(tables: readonly ArchiveTable[], name: string): ArchiveTable | undefined {
  return tables.find(({ table, formerly }) => table === name || formerly === name);
}

/** The columns of an archive that are restored. */
export function listKeptColumns({ gone = [] }: ArchiveTable, columns: readonly string[]): string[] {
  return columns.filter((name) => !gone.includes(name));
}

/** The tables of one owner, and what an archive holds of them. */
export interface ArchiveTables {
  /** Tables of PostgreSQL, in the order in which they can be written: rows come after those that they refer to. */
  readonly relational?: readonly ArchiveTable[];
  /** Tables of ClickHouse, with the rows that still wait for it in PostgreSQL. */
  readonly analytics?: readonly AnalyticsTable[];
  /** Tables of PostgreSQL that no archive holds, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** The same of ClickHouse. */
  readonly analyticsLeftOut?: Readonly<Record<string, string>>;
  /** Tables of earlier releases: what an older archive brings of them is left out, and why that loses nothing. */
  readonly gone?: Readonly<Record<string, string>>;
  /** Tables of PostgreSQL whose changes by people and keys the audit log has, with before and after: `audit_table` of 0116. */
  readonly audited?: readonly string[];
  /** Those whose changes it does not have, and why. */
  readonly unaudited?: Readonly<Record<string, string>>;
}

// Reasons that several owners have.
/** Of `unaudited`. */
export const MEASURED = 'what was read, measured or judged, and nothing that people set';
export const WORK = 'work under way and its results; the call that asked for it is in the audit log where it needs the admin scope';
export const COUNTED = 'counted or derived from other rows, whose changes are recorded';
export const SHORT_LIVED = 'state of running processes, which lasts for a while';

// Conditions that several owners use.
export const IN_PROJECT = 't.project_id = $1';
/** Keywords that stay the project's, untracked ones included. */
export const PROJECT_KEYWORDS = '(select keyword_id from tracked_keywords where project_id = $1)';
export const PROJECT_DOMAINS = '(select domain_id from assets where project_id = $1)';
/** What stands in a row whose work was under way. */
export const RESTORED = `'the service was restored from an archive that was made while this was under way'`;
export const KEEP = 'on conflict do nothing';
