import { IN_PROJECT, KEEP, MEASURED, RESTORED, type ArchiveTables } from '#stores/archive/archive-table.ts';

const OF_RUNS = 't.run_id in (select id from research_runs where project_id = $1)';
/** Texts that a project has found or saved. */
const PROJECT_TEXTS = '(select keyword_text from project_keywords where project_id = $1)';
const IS_OPEN = `t.status in ('queued', 'harvesting_keywords')`;

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'research_runs',
      project: IN_PROJECT,
      importAs: {
        status: `case when ${IS_OPEN} then 'failed' else t.status end`,
        error: `case when ${IS_OPEN} then ${RESTORED} else t.error end`,
      },
    },
    { table: 'research_pages', project: OF_RUNS },
    { table: 'research_keywords', project: OF_RUNS },
    { table: 'research_clusters', project: OF_RUNS },
    {
      table: 'canonical_keywords',
      project: `t.owner_id in ('', (select organization_id from projects where id = $1)) and t.normalized_text in ${PROJECT_TEXTS}`,
      isShared: true,
    },
    { table: 'categories', project: IN_PROJECT },
    { table: 'project_keywords', project: IN_PROJECT },
    { table: 'keyword_categories', project: IN_PROJECT },
    // A service has them from its first start.
    { table: 'business_types', project: 'none', isNeverEmpty: true, onConflict: KEEP },
  ],
  gone: {
    research_asks: 'the answer of a language model for a repeat of its run; what came of it stands with the run',
    research_ideas: 'answers of a language model for a repeat of their run; what came of them stands with its keywords',
  },
  audited: ['research_runs', 'categories', 'project_keywords', 'keyword_categories'],
  unaudited: {
    research_pages: MEASURED,
    research_keywords: MEASURED,
    research_clusters: MEASURED,
    canonical_keywords: MEASURED,
    business_types: 'they come with the service',
  },
};
