import { shareStatement } from '#stores/postgres/shared-statements.ts';
import { storePages, type AppliedPage } from './ingest.ts';
import { storeRawAnswers, type RawAnswerInput } from '../../evidence/raw-answers.ts';

/** Answers and pages whose prices are booked in one transaction are stored by one statement each. */

/** As `storeRawAnswers`, for one answer. */
export const storeRawAnswer = shareStatement<RawAnswerInput>(storeRawAnswers);

/** As `storePages`, for one page. */
export const storePage = shareStatement<AppliedPage>(async (tx, pages) => {
  const appliedAt = Math.max(...pages.map(({ run }) => run.fetchedAt.getTime()));
  await storePages(tx, pages, new Date(appliedAt));
});
