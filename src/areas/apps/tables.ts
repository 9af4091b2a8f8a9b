import { IN_PROJECT, MEASURED, RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

/** What is known of an app that a project tracks; other projects may track it too. */
const ofApps = (column = 'app_id') =>
  ({
    project: `(t.platform, t.storefront, t.${column}) in (select platform, storefront, app_id from tracked_apps where project_id = $1)`,
    isShared: true,
  }) as const;

export const tables: ArchiveTables = {
  relational: [
    { table: 'tracked_apps', project: IN_PROJECT },
    { table: 'tracked_app_keywords', project: IN_PROJECT },
    { table: 'app_categories', project: 'none' },
    // The copies of icons are in no archive.
    { table: 'apps', ...ofApps(), importAs: { icon_key: 'null' } },
    { table: 'app_changes', ...ofApps() },
    { table: 'app_rating_days', ...ofApps() },
    { table: 'app_category_rankings', ...ofApps() },
    { table: 'app_recommendations', ...ofApps('source_app_id') },
    { table: 'app_reviews', ...ofApps() },
    { table: 'app_review_reads', ...ofApps() },
    // What a project tracks is searched for again on the next day.
    { table: 'app_searches', project: 'none', gone: ['claimed_by', 'claimed_at'] },
    { table: 'crawl_job_runs', project: 'none', importAs: { completed_at: 'coalesce(t.completed_at, t.created_at)' } },
    {
      table: 'crawl_category_status',
      project: 'none',
      importAs: {
        status: `case when t.status in ('pending', 'processing') then 'failed' else t.status end`,
        error: `case when t.status in ('pending', 'processing') then ${RESTORED} else t.error end`,
      },
    },
  ],
  analytics: [
    { table: 'app_analytics', owner: 'none' },
    { table: 'app_keyword_positions', owner: 'none' },
  ],
  leftOut: {
    crawl_seen_apps: 'which apps a crawl under way has read; a restored crawl has ended',
    app_store_evidence: 'answers of the stores that could not be read, kept for a while to find out why',
  },
  audited: ['tracked_apps', 'tracked_app_keywords'],
  unaudited: {
    app_categories: MEASURED,
    apps: MEASURED,
    app_changes: MEASURED,
    app_rating_days: MEASURED,
    app_category_rankings: MEASURED,
    app_recommendations: MEASURED,
    app_reviews: MEASURED,
    app_review_reads: MEASURED,
    app_searches: MEASURED,
    crawl_job_runs: WORK,
    crawl_category_status: WORK,
    crawl_seen_apps: WORK,
    app_store_evidence: MEASURED,
  },
};
