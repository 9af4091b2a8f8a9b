import { IN_PROJECT, MEASURED, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    { table: 'answer_prompts', project: IN_PROJECT },
    { table: 'answer_brands', project: IN_PROJECT },
    { table: 'answer_plans', project: IN_PROJECT },
    {
      table: 'answer_samples',
      project: IN_PROJECT,
      // What was under way does not go on, and the answers themselves are files that stay behind.
      importAs: {
        status: `case when t.status = 'pending' then 'failed' else t.status end`,
        reason: `case when t.status = 'pending' then 'the service was restored from an archive' else t.reason end`,
        kept_until: 'null',
      },
    },
    { table: 'answer_corrections', project: IN_PROJECT },
  ],
  analytics: [{ table: 'answer_results', owner: 'project' }],
  audited: ['answer_prompts', 'answer_brands', 'answer_plans', 'answer_corrections'],
  unaudited: { answer_samples: MEASURED },
};
