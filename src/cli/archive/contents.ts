import { engineTables } from '#area/engine-tables.ts';
import type { Area } from '#area/index.ts';
import type { AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import type { ArchiveTable } from '#stores/archive/archive-table.ts';

/** What an archive holds, as the manifests of the areas say it. Every table is in one of the three (test/cli/archive-contents.test.ts). */
export interface ArchiveContents {
  /** Tables of PostgreSQL, in the order in which they can be written. */
  readonly relational: readonly ArchiveTable[];
  /** Tables of ClickHouse. Their rows that still wait in the outbox are exported with them. */
  readonly analytics: readonly AnalyticsTable[];
  /** Tables that no archive holds, and why. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** Tables of earlier releases that are passed over in an archive, and why. */
  readonly gone: Readonly<Record<string, string>>;
}

export function toArchiveContents(areas: readonly Pick<Area, 'tables'>[]): ArchiveContents {
  const owners = [...areas.map(({ tables }) => tables), engineTables];
  return {
    relational: owners.flatMap(({ relational = [] }) => relational),
    analytics: owners.flatMap(({ analytics = [] }) => analytics),
    leftOut: Object.assign({}, ...owners.map(({ leftOut = {} }) => leftOut)) as Record<string, string>,
    gone: Object.assign({}, ...owners.map(({ gone = {} }) => gone)) as Record<string, string>,
  };
}
