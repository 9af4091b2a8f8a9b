import type { Area } from '#area/index.ts';
import type { AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import { SHORT_LIVED, WORK, type ArchiveTable, type ArchiveTables } from '#stores/archive/archive-table.ts';

/** What an archive holds, as the manifests of the areas say it. Every table is in one of them (test/cli/archive-contents.test.ts). */
export interface ArchiveContents {
  /** Tables of PostgreSQL, in the order in which they can be written. */
  readonly relational: readonly ArchiveTable[];
  /** Tables of ClickHouse. Their rows that still wait in the outbox are exported with them. */
  readonly analytics: readonly AnalyticsTable[];
  /** Tables of PostgreSQL that no archive holds, and why. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** Tables of ClickHouse that no archive holds, and why. */
  readonly analyticsLeftOut: Readonly<Record<string, string>>;
  /** Tables of earlier releases that are passed over in an archive, and why. */
  readonly gone: Readonly<Record<string, string>>;
}

export function toArchiveContents(areas: readonly Pick<Area, 'tables'>[]): ArchiveContents {
  const owners = [...areas.map(({ tables }) => tables), engineTables];
  return {
    relational: owners.flatMap(({ relational = [] }) => relational),
    analytics: owners.flatMap(({ analytics = [] }) => analytics),
    leftOut: Object.assign({}, ...owners.map(({ leftOut = {} }) => leftOut)) as Record<string, string>,
    analyticsLeftOut: Object.assign({}, ...owners.map(({ analyticsLeftOut = {} }) => analyticsLeftOut)) as Record<string, string>,
    gone: Object.assign({}, ...owners.map(({ gone = {} }) => gone)) as Record<string, string>,
  };
}

/** Made and kept by a service for itself, and secret. An import in progress is none of another service's. */
const OWN_SETTINGS = `t.name <> 'provider_postback_token' and t.name not like '%secret%' and t.name not like 'import:%'`;

/** The tables of the engines themselves. */
export const engineTables: ArchiveTables = {
  relational: [
    {
      table: 'settings',
      project: 'none',
      all: OWN_SETTINGS,
      isNeverEmpty: true,
      onConflict: 'on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at',
    },
    // Owners name theirs by id: those of one project are no set of their own. What waits to be mailed is no part of the past.
    { table: 'secrets', project: 'none', all: `t.kind <> 'mail'`, isOptional: 'secrets' },
    // Its rows name no project.
    { table: 'dead_letters', project: 'none' },
  ],
  leftOut: {
    schema_migrations: 'describes the database itself; the manifest has the list',
    clickhouse_migrations: 'describes the database itself; the manifest has the list',
    outbox: 'its rows are in the sections of the tables that they are for',
    outbox_batches: 'what was under way has arrived before the archive is made',
    idempotency_keys: 'answers of the last 24 hours, to be repeated to the callers of this service',
    cache_entries: 'a cache',
    rate_limits: 'counters of the current minute',
    rate_places: 'counters of the current moment',
    worker_heartbeats: 'processes that run now',
    schedule_versions: 'belongs to the releases of this service',
    workflow_events: 'what workflows did; their engine keeps its own record of them to itself',
    workflow_marks: 'states of workflows; their engine keeps those to itself, and what is due is started again',
  },
  audited: ['settings'],
  unaudited: {
    dead_letters: WORK,
    schema_migrations: 'of the database itself',
    clickhouse_migrations: 'of the database itself',
    outbox: WORK,
    outbox_batches: WORK,
    secrets: 'sealed texts; what they belong to is in the audit log',
    idempotency_keys: SHORT_LIVED,
    cache_entries: SHORT_LIVED,
    rate_limits: SHORT_LIVED,
    rate_places: SHORT_LIVED,
    worker_heartbeats: SHORT_LIVED,
    schedule_versions: 'of the releases of this service',
    workflow_events: WORK,
    workflow_marks: WORK,
  },
};
