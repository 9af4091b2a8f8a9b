import type { ArchiveTables } from '#stores/archive/archive-table.ts';

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
    // Of no project that the row would name.
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
};
