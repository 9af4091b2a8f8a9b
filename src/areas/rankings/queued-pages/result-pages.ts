import { listTrackedChecks } from '#areas/keywords/index.ts';
import {
  defineQuestion,
  deleteAnswers,
  type Payer,
  type Queued,
  type QuestionContext,
  type TakenAnswer,
  type TaskOrder,
  type TaskStatus,
  type Decided,
  type WaitingTask,
} from '#purchases/index.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { SerpCheck, toSerpRequest, CheckSubject } from '../check.ts';
import { findTask } from '../orders/store.ts';
import { moveAnswersToEvidence } from '../evidence/store/evidence.ts';
import { ensurePagePartitions } from '../runs/store/partitions.ts';
import type { PreparedPage } from '../ingest/ingest-serp.ts';
import { makeQueuedPageReader } from './read-page.ts';
import { toRunId } from './run-id.ts';
import { recordPageFailures, storeQueuedPages } from './store-pages.ts';
import { toFirstDepth } from '../runs/parse-serp-page.ts';
import { listTaskChecks } from './store.ts';

/** Result pages through the provider's queue: checks that are due, and those of SERP tasks. */
export const resultPages = defineQuestion<SerpCheck, PreparedPage>({
  name: 'result-pages',
  parse: (kept) => SerpCheck.parse(kept),
  toRequest: toSerpRequest,
  decide: decidePages,
  makePayer,
  makeReader: makeQueuedPageReader,
  use: {
    makeRoom: ({ postgres }, instants) => ensurePagePartitions(postgres, instants),
    store: storeQueuedPages,
    moveAnswers,
    recordFailures: recordPageFailures,
    unstorable: 'The result page holds what cannot be stored',
  },
});

/** A task is paid for by the key that ordered it, a dispatch by the projects that track the keyword. */
async function makePayer(sql: Sql, { dispatchId, source }: TaskOrder): Promise<Payer> {
  const task = await findTask(sql, dispatchId);
  const scope: SpendScope =
    task === undefined
      ? { source, runId: dispatchId, workflowType: 'subscription-dispatch' }
      : {
          source: 'api',
          runId: dispatchId,
          workflowType: 'serp-task',
          apiKeyId: task.apiKeyId ?? undefined,
          memberId: task.memberId ?? undefined,
        };
  return { toScope: () => scope };
}

/** An answer is evidence of the run that is made of it. */
async function moveAnswers({ config }: QuestionContext, sql: Sql, answers: readonly TakenAnswer<SerpCheck>[]): Promise<void> {
  const evidence = answers.map(({ answerId, task }) => ({ answerId, runId: toRunId(task), createdAt: task.postedAt }));
  if (config.serpEvidenceDays > 0) return await moveAnswersToEvidence(sql, evidence);
  await deleteAnswers(
    sql,
    evidence.map(({ answerId }) => answerId),
  );
}

/** The check that a task of the provider's queue was posted for. */
export interface CheckOfTask {
  readonly id: string;
  readonly status: TaskStatus;
  readonly keyword: string;
  readonly engine: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: string;
  readonly runId: string;
  readonly dispatchId: string;
}

/** `undefined`: it was posted for something else than a result page. */
export function toCheckOfTask(task: Queued): CheckOfTask | undefined {
  if (task.question.name !== resultPages.name) return undefined;
  const { id, status, dispatchId } = task;
  const { keyword, engine, locationCode, languageCode, device } = SerpCheck.parse(task.asked);
  return { id, status, keyword, engine, locationCode, languageCode, device, runId: toRunId(task), dispatchId };
}

/** What pages should read now; those that no project tracks any more are not wanted. */
async function decidePages(sql: Sql, waiting: readonly WaitingTask[]): Promise<(Decided<SerpCheck> | undefined)[]> {
  const checks = await listChecksToRead(
    sql,
    waiting.map(({ id, ordered }) => ({ id, ...CheckSubject.parse(ordered) })),
  );
  return checks.map((check, at) => check && { asked: check, readDepth: toReadDepth(check, waiting[at]?.readDepth ?? 0) });
}

/** The first depth, unless an earlier post of the round showed that more is needed. */
function toReadDepth(check: SerpCheck, readDepth: number): number {
  return Math.min(check.depth, Math.max(toFirstDepth(check), readDepth));
}

/**
 * What queued checks should read now, in their order: what a SERP task asked for, else what the projects that
 * track the keyword want. `undefined`: no project tracks it any more.
 */
async function listChecksToRead(sql: Sql, queued: readonly (CheckSubject & { readonly id: string })[]): Promise<(SerpCheck | undefined)[]> {
  const ofTasks = await listTaskChecks(
    sql,
    queued.map(({ id }) => id),
  );
  if (ofTasks.size === queued.length) return queued.map(({ id }) => ofTasks.get(id));
  const tracked = await listTrackedChecks(sql, queued);
  return queued.map(({ id }, at) => ofTasks.get(id) ?? tracked[at]);
}
