import { withoutTokens } from '#areas/rankings/index.ts';
import type { AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import type { RelationalTable } from '#stores/archive/table-rows.ts';

/** A table of PostgreSQL and how it goes into an archive and out of it. */
export interface ArchiveTable extends RelationalTable {
  /** Which of its rows belong to the project `$1`; `none`: an archive of one project leaves it out. */
  readonly project: string | 'none';
  /** Which rows go into an archive of everything; left out: all. */
  readonly all?: string;
  /** What replaces a column in an archive of one project. */
  readonly projectReplace?: Readonly<Record<string, string>>;
  /** Other projects may have the same row: one that is there stays. */
  readonly isShared?: true;
  /** In an archive only when asked for. */
  readonly isOptional?: true;
  /** A service has rows of it before anything was done with it. */
  readonly isNeverEmpty?: true;
  readonly onConflict?: string;
  /** What a column becomes where it is restored: the work that would have gone on is not there. */
  readonly importAs?: Readonly<Record<string, string>>;
  /** Partitioned by the month of this column. */
  readonly monthOf?: string;
  /** A number that may be taken where the project goes; the row is known by `by`. */
  readonly number?: { readonly id: string; readonly by: string };
  /** Columns that hold such numbers, and of which table. */
  readonly numbersOf?: Readonly<Record<string, string>>;
}

const IN_PROJECT = 't.project_id = $1';
/** Keywords that stay the project's, untracked ones included. */
const KEYWORDS = '(select keyword_id from tracked_keywords where project_id = $1)';
const DOMAINS = '(select domain_id from assets where project_id = $1)';
const OF_DOMAINS = { project: `t.domain_id in ${DOMAINS}`, isShared: true, numbersOf: { domain_id: 'domains' } } as const;
const OWN_PROJECT = 'case when t.project_id = $1 then t.project_id end';
const RESTORED = `'the service was restored from an archive that was made while this was under way'`;
const KEEP = 'on conflict do nothing';

/** Made and kept by a service for itself, and secret. An import in progress is none of another service's. */
const OWN_SETTINGS = `t.name <> 'provider_postback_token' and t.name not like '%secret%' and t.name not like 'import:%'`;

/**
 * What an archive holds of PostgreSQL, in the order in which it can be written: rows come after those
 * that they refer to. Every table of the database is here or in `LEFT_OUT`
 * (test/cli/archive-contents.test.ts).
 */
export const RELATIONAL: readonly ArchiveTable[] = [
  {
    table: 'settings',
    project: 'none',
    all: OWN_SETTINGS,
    isNeverEmpty: true,
    onConflict: 'on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at',
  },
  {
    table: 'organizations',
    project: 't.id = (select organization_id from projects where id = $1)',
    isShared: true,
  },
  { table: 'projects', project: 't.id = $1' },
  // Only hashes: nobody can be let in by what an archive holds, and whoever had a key is let in again.
  { table: 'api_keys', project: 'none', isOptional: true, isNeverEmpty: true, onConflict: KEEP },
  {
    table: 'domains',
    project: `t.id in ${DOMAINS}`,
    isShared: true,
    number: { id: 'id', by: 'domain' },
    importAs: {
      onboard_status: `case t.onboard_status when 'in_progress' then 'failed' else t.onboard_status end`,
      onboard_error: `case t.onboard_status when 'in_progress' then ${RESTORED} else t.onboard_error end`,
    },
  },
  { table: 'assets', project: IN_PROJECT, numbersOf: { domain_id: 'domains' } },
  {
    table: 'domain_fetches',
    ...OF_DOMAINS,
    importAs: {
      status: `case t.status when 'running' then 'failed' else t.status end`,
      error: `case t.status when 'running' then ${RESTORED} else t.error end`,
    },
  },
  {
    table: 'urls',
    project: `t.url_hash in (select url_hash from backlinks where domain_id in ${DOMAINS})`,
    isShared: true,
    number: { id: 'id', by: 'url_hash' },
  },
  { table: 'backlinks', ...OF_DOMAINS },
  { table: 'referring_domains', ...OF_DOMAINS },
  { table: 'domain_keywords', ...OF_DOMAINS },
  { table: 'domain_summaries', ...OF_DOMAINS },
  { table: 'brand_properties', ...OF_DOMAINS },
  {
    table: 'keyword_figures',
    project: `t.id in (select figures_id from keywords where id in ${KEYWORDS})`,
    isShared: true,
  },
  { table: 'keywords', project: `t.id in ${KEYWORDS}`, isShared: true },
  {
    table: 'domain_readers',
    project: `t.organization_id = (select organization_id from projects where id = $1) and t.domain_id in ${DOMAINS}`,
    isShared: true,
    numbersOf: { domain_id: 'domains' },
  },
  { table: 'tracked_keywords', project: IN_PROJECT },
  { table: 'customer_subscriptions', project: IN_PROJECT },
  { table: 'tracked_apps', project: IN_PROJECT },
  { table: 'queries', project: `t.keyword_id in ${KEYWORDS}`, isShared: true },
  {
    table: 'serp_runs',
    project: `(t.keyword_id in ${KEYWORDS} or ${IN_PROJECT})`,
    projectReplace: { project_id: OWN_PROJECT },
    isShared: true,
    monthOf: 'created_at',
  },
  {
    table: 'serp_evidence',
    project: `t.run_id in (select id from serp_runs where keyword_id in ${KEYWORDS} or project_id = $1)`,
    isShared: true,
    monthOf: 'created_at',
    rewrite: { column: 'answer', to: withoutTokens },
  },
  { table: 'current_rankings', project: IN_PROJECT },
  // On their way through the provider's queue for several projects at once: a project's next dispatch asks anew.
  { table: 'queued_checks', project: 'none' },
  { table: 'serp_answers', project: 'none', rewrite: { column: 'body', to: withoutTokens } },
  { table: 'serp_tasks', project: IN_PROJECT },
  {
    table: 'serp_task_keywords',
    project: 't.task_id in (select id from serp_tasks where project_id = $1)',
    importAs: {
      status: `case t.status when 'pending' then 'failed' else t.status end`,
      error: `case t.status when 'pending' then ${RESTORED} else t.error end`,
    },
  },
  { table: 'api_costs', project: IN_PROJECT },
  { table: 'cost_hours', project: IN_PROJECT },
  // Caps are those of a service, and so is what is reserved in them.
  { table: 'budget_windows', project: 'none' },
  { table: 'spend_reservations', project: 'none' },
  // Of no project that the row would name.
  { table: 'dead_letters', project: 'none' },
  { table: 'audit_log', project: 'none', isNeverEmpty: true, onConflict: KEEP },
  // Crawls are those of the service. The default jobs are there from the beginning.
  {
    table: 'jobs',
    project: 'none',
    isNeverEmpty: true,
    onConflict: `on conflict (id) do update set name = excluded.name, cron_schedule = excluded.cron_schedule,
      is_enabled = excluded.is_enabled, config = excluded.config, next_run_at = excluded.next_run_at,
      created_at = excluded.created_at, updated_at = excluded.updated_at`,
  },
  {
    table: 'job_runs',
    project: 'none',
    importAs: {
      status: `case when t.completed_at is null then 'failed' else t.status end`,
      reason: `case when t.completed_at is null then ${RESTORED} else t.reason end`,
      completed_at: 'coalesce(t.completed_at, t.created_at)',
    },
  },
  {
    table: 'job_queue_items',
    project: 'none',
    importAs: {
      status: `case when t.status in ('pending', 'processing') then 'failed' else t.status end`,
      error: `case when t.status in ('pending', 'processing') then ${RESTORED} else t.error end`,
      completed_at: 'coalesce(t.completed_at, t.created_at)',
    },
  },
];

/** What an archive holds of ClickHouse, with the rows that still wait for it in PostgreSQL. */
export const ANALYTICS: readonly AnalyticsTable[] = [
  { table: 'ranking_history', owner: 'project' },
  { table: 'ranking_days', owner: 'project' },
  { table: 'serp_runs', owner: 'keyword', identity: ['run_id'], blank: ['project_id', 'organization_id', 'customer_id'] },
  { table: 'serp_checks', owner: 'keyword', identity: ['run_id'], blank: ['project_id'] },
  { table: 'keyword_snapshots', owner: 'keyword', identity: ['keyword_id', 'captured_at'], blank: ['project_id', 'organization_id'] },
  // Of several rows for one month the newest holds: a second one does no harm.
  { table: 'monthly_keyword_searches', owner: 'keyword' },
  // The same for weeks.
  { table: 'backlink_snapshots', owner: 'domain' },
  { table: 'app_analytics', owner: 'none' },
];

/** Tables that no archive holds, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'tells of the database itself; the manifest has the list',
  clickhouse_migrations: 'tells of the database itself; the manifest has the list',
  outbox: 'its rows are in the sections of the tables that they are for',
  outbox_batches: 'what was under way has arrived before the archive is made',
  idempotency_keys: 'answers of the last 24 hours, to be repeated to the callers of this service',
  cache_entries: 'a cache',
  rate_limits: 'counters of the current minute',
  rate_places: 'counters of the current moment',
  worker_heartbeats: 'processes that run now',
  schedule_versions: 'tells of the releases of this service',
  workflow_events: 'what workflows did; their engine keeps its own record of them to itself',
  workflow_marks: 'states of workflows; their engine keeps those to itself, and what is due is begun anew',
};
