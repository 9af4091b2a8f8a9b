import { engineTables } from '#area/engine-tables.ts';
import { areas } from '#areas/index.ts';
import type { AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import type { ArchiveTable } from '#stores/archive/archive-table.ts';

const owners = [...areas.map(({ tables }) => tables), engineTables];

/**
 * What an archive holds of PostgreSQL, in the order in which it can be written. Every table of the
 * database is here or in `LEFT_OUT` (test/cli/archive-contents.test.ts).
 */
export const RELATIONAL: readonly ArchiveTable[] = owners.flatMap(({ relational = [] }) => relational);

/** What an archive holds of ClickHouse, with the rows that still wait for it in PostgreSQL. */
export const ANALYTICS: readonly AnalyticsTable[] = owners.flatMap(({ analytics = [] }) => analytics);

/** Tables that no archive holds, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = Object.assign({}, ...owners.map(({ leftOut = {} }) => leftOut));
