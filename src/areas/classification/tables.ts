import { IN_PROJECT, MEASURED, RESTORED, type ArchiveTables } from '#stores/archive/archive-table.ts';

const IS_OPEN = `t.status in ('queued', 'running')`;

export const tables: ArchiveTables = {
  relational: [
    // Of no project: what a site is does not depend on who asks. Labels also stand in the rows of domains and pages.
    { table: 'classifications', project: 'none' },
    // What people said holds for all projects of a service.
    { table: 'classification_corrections', project: 'none' },
    { table: 'correction_patterns', project: 'none' },
    { table: 'classification_rules', project: 'none' },
    { table: 'learned_blends', project: 'none' },
    {
      table: 'classification_lists',
      project: IN_PROJECT,
      importAs: {
        status: `case when ${IS_OPEN} then 'failed' else t.status end`,
        error: `case when ${IS_OPEN} then ${RESTORED} else t.error end`,
      },
    },
    { table: 'classification_list_items', project: 't.list_id in (select id from classification_lists where project_id = $1)' },
  ],
  analytics: [{ table: 'similarity_examples', owner: 'none' }],
  audited: ['classification_corrections', 'classification_rules', 'classification_lists'],
  unaudited: {
    classifications: MEASURED,
    correction_patterns: 'counted from corrections; one that is accepted is a rule',
    learned_blends: MEASURED,
    classification_list_items: 'what a list was made of and what came of it; the list is recorded',
  },
};
