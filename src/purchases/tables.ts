import { SHORT_LIVED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';
import { rewriteBytes } from '#stores/archive/table-rows.ts';
import { makeAnswerArchiver } from './answers/archive-rows.ts';
import { withoutTokens } from './postback/without-tokens.ts';

export const tables: ArchiveTables = {
  relational: [
    // Shared by several projects: a project's next dispatch queues them again. Rankings queue what is due by one statement.
    { table: 'queued_checks', project: 'none', writers: ['rankings'] },
    // Rankings make an answer the evidence of its run by one statement, and pack it later. What is evidence is archived as theirs.
    {
      table: 'serp_answers',
      project: 'none',
      all: `t.status <> 'evidence'`,
      rewrite: (stores) => makeAnswerArchiver(stores, rewriteBytes('body', withoutTokens)),
      writers: ['rankings'],
    },
  ],
  analyticsLeftOut: { serp_evidence_segments: 'packed answers, which go into an archive one by one with the rows that name them' },
  leftOut: {
    purchase_claims: 'claims of running purchases, which do not go on where the archive is restored',
    model_asks: 'questions of running work, which does not go on where the archive is restored: what came of them stands with who asked',
  },
  unaudited: {
    queued_checks: WORK,
    serp_answers: WORK,
    purchase_claims: SHORT_LIVED,
    model_asks: WORK,
  },
};
