import type { ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // Of no project: what a site is does not depend on who asks. Labels also stand in the rows of domains and pages.
    { table: 'classifications', project: 'none' },
    // What people said holds for all projects of a service.
    { table: 'classification_corrections', project: 'none' },
    { table: 'correction_patterns', project: 'none' },
    { table: 'classification_rules', project: 'none' },
    { table: 'learned_blends', project: 'none' },
  ],
  analytics: [{ table: 'similarity_examples', owner: 'none' }],
  leftOut: { llm_asks: 'questions that are under way: an archive holds no work' },
};
