import { MEASURED, PROJECT_DOMAINS, RESTORED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

const OF_DOMAINS = { project: `t.domain_id in ${PROJECT_DOMAINS}`, isShared: true, numbersOf: { domain_id: 'domains' } } as const;

export const tables: ArchiveTables = {
  relational: [
    // Classification fills in what a domain, a page and a linking domain are; corrections come to it alone.
    {
      table: 'domains',
      writers: ['classification'],
      project: `t.id in ${PROJECT_DOMAINS}`,
      isShared: true,
      number: { id: 'id', by: 'domain' },
      importAs: {
        onboard_status: `case t.onboard_status when 'in_progress' then 'failed' else t.onboard_status end`,
        onboard_error: `case t.onboard_status when 'in_progress' then ${RESTORED} else t.onboard_error end`,
      },
    },
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
      writers: ['classification'],
      project: `t.url_hash in (select url_hash from backlinks where domain_id in ${PROJECT_DOMAINS})`,
      isShared: true,
      number: { id: 'id', by: 'url_hash' },
    },
    { table: 'backlinks', ...OF_DOMAINS },
    { table: 'referring_domains', ...OF_DOMAINS, writers: ['classification'] },
    { table: 'domain_keywords', ...OF_DOMAINS },
    { table: 'domain_summaries', ...OF_DOMAINS },
    { table: 'link_looks', ...OF_DOMAINS },
    { table: 'link_change_days', ...OF_DOMAINS },
    { table: 'brand_properties', ...OF_DOMAINS },
    {
      table: 'domain_readers',
      project: `t.organization_id = (select organization_id from projects where id = $1) and t.domain_id in ${PROJECT_DOMAINS}`,
      isShared: true,
      numbersOf: { domain_id: 'domains' },
    },
  ],
  analytics: [
    // The same for weeks.
    { table: 'backlink_snapshots', owner: 'domain' },
  ],
  unaudited: {
    domains: MEASURED,
    domain_fetches: WORK,
    urls: MEASURED,
    backlinks: MEASURED,
    referring_domains: MEASURED,
    domain_keywords: MEASURED,
    domain_summaries: MEASURED,
    link_looks: MEASURED,
    link_change_days: MEASURED,
    brand_properties: MEASURED,
    domain_readers: 'who has asked for a domain',
  },
};
