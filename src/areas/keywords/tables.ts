import { COUNTED, IN_PROJECT, MEASURED, PROJECT_KEYWORDS, SHORT_LIVED, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'keyword_figures',
      project: `t.id in (select figures_id from keywords where id in ${PROJECT_KEYWORDS})`,
      isShared: true,
      gone: ['held_by', 'held_until'],
    },
    {
      table: 'keyword_source_figures',
      project: `t.figures_id in (select figures_id from keywords where id in ${PROJECT_KEYWORDS})`,
      isShared: true,
    },
    { table: 'keywords', project: `t.id in ${PROJECT_KEYWORDS}`, isShared: true },
    // A check stores its run and when its keyword is due next in one statement.
    { table: 'tracked_keywords', project: IN_PROJECT, writers: ['rankings'] },
    { table: 'tags', project: IN_PROJECT },
    { table: 'keyword_tags', project: IN_PROJECT },
    { table: 'keyword_notes', project: IN_PROJECT },
    { table: 'keyword_edits', project: IN_PROJECT },
    { table: 'keyword_data_settings', project: IN_PROJECT },
    // A local business has a subscription of its project, without a keyword.
    { table: 'customer_subscriptions', project: IN_PROJECT, writers: ['projects'] },
  ],
  leftOut: {
    keyword_answers: 'answers of the provider that serve for a day',
    keyword_answer_readers: 'who has read these answers',
  },
  analytics: [
    { table: 'keyword_snapshots', owner: 'keyword', identity: ['keyword_id', 'captured_at'], blank: ['project_id', 'organization_id'] },
    // The newest of several rows for a month counts: a second one does no harm.
    { table: 'monthly_keyword_searches', owner: 'keyword' },
  ],
  audited: ['tracked_keywords', 'tags', 'keyword_tags', 'keyword_notes', 'keyword_data_settings'],
  unaudited: {
    keyword_figures: MEASURED,
    keyword_source_figures: MEASURED,
    keywords: 'texts; that a project follows one is recorded',
    keyword_edits: COUNTED,
    customer_subscriptions: COUNTED,
    keyword_answers: MEASURED,
    keyword_answer_readers: SHORT_LIVED,
  },
};
