import {
  COUNTED,
  IN_PROJECT,
  MEASURED,
  PROJECT_KEYWORDS,
  RESTORED,
  SHORT_LIVED,
  WORK,
  type ArchiveTables,
} from '#stores/archive/archive-table.ts';
import { makeEvidenceArchiver } from './evidence/archive-rows.ts';
import { UNPACKED_EVIDENCE } from './evidence/store/evidence.ts';
import { toRowsOfPage } from './results/page-line.ts';

const OWN_PROJECT = 'case when t.project_id = $1 then t.project_id end';

export const tables: ArchiveTables = {
  relational: [
    { table: 'queries', project: `t.keyword_id in ${PROJECT_KEYWORDS}`, isShared: true },
    {
      table: 'serp_runs',
      project: `(t.keyword_id in ${PROJECT_KEYWORDS} or ${IN_PROJECT})`,
      projectReplace: { project_id: OWN_PROJECT },
      isShared: true,
      monthOf: 'created_at',
    },
    {
      table: 'serp_evidence',
      project: `t.run_id in (select id from serp_runs where keyword_id in ${PROJECT_KEYWORDS} or project_id = $1)`,
      isShared: true,
      monthOf: 'created_at',
      // With what is not packed yet. An archive has the answers, not the segments: those hold answers of other projects too.
      from: `select run_id, digest, answer, created_at, segment, first_byte, bytes from serp_evidence
        union all ${UNPACKED_EVIDENCE} where status = 'evidence'`,
      rewrite: makeEvidenceArchiver,
    },
    { table: 'current_rankings', project: IN_PROJECT },
    { table: 'serp_tasks', project: IN_PROJECT },
    {
      table: 'serp_task_keywords',
      project: 't.task_id in (select id from serp_tasks where project_id = $1)',
      importAs: {
        status: `case t.status when 'pending' then 'failed' else t.status end`,
        error: `case t.status when 'pending' then ${RESTORED} else t.error end`,
      },
    },
  ],
  analytics: [
    { table: 'ranking_history', owner: 'project' },
    { table: 'ranking_days', owner: 'project' },
    {
      table: 'serp_runs',
      owner: 'keyword',
      identity: ['run_id'],
      blank: ['project_id', 'organization_id', 'customer_id'],
      waitsAs: { table: 'serp_pages', toRows: toRowsOfPage },
    },
    { table: 'serp_checks', owner: 'keyword', identity: ['run_id'], blank: ['project_id'] },
    { table: 'serp_run_details', owner: 'keyword', identity: ['run_id'] },
  ],
  leftOut: {
    live_pages: 'claims of running workflows, which do not go on where the archive is restored',
    ranking_totals: 'sums of other rows, kept by their triggers',
    ranking_changes: 'a count of changes of other rows, kept by their triggers',
  },
  unaudited: {
    queries: COUNTED,
    serp_runs: MEASURED,
    serp_evidence: MEASURED,
    current_rankings: MEASURED,
    serp_tasks: WORK,
    serp_task_keywords: WORK,
    live_pages: SHORT_LIVED,
    ranking_totals: COUNTED,
    ranking_changes: COUNTED,
  },
};
