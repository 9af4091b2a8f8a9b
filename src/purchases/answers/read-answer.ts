import type { AppContext } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import { isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import type { QueuedSerpAnswer } from '#providers/search-data/index.ts';
import { toSerpRequest } from '#areas/rankings/check.ts';
import { assertDepthKnown } from '#areas/rankings/ingest/decide-outcome.ts';
import { prepareIngest, type PreparedPage } from '#areas/rankings/ingest/ingest-serp.ts';
import { isEnough, parseSerpPage } from '#areas/rankings/runs/parse-serp-page.ts';
import type { WaitingAnswer } from './store.ts';
import type { TrackingProject } from '#areas/rankings/tracked/tracking-project.ts';
import { isCheck, parseTag, toRunId, type Queued, type QueuedAppTask, type QueuedCheck } from '../tasks/queued.ts';

/** The provider may be unable to do a task; each post costs again. */
const POSTS_MAX = 3;
const NOT_DONE_YET: ReadonlySet<number | undefined> = new Set([40_601, 40_602]);
/** The provider promises minutes; a task that is not done after this is given up. */
const GIVE_UP_AFTER_MS = 6 * HOUR_MS;

/** What an answer is. */
export type Reading =
  | { readonly kind: 'unknown' | 'repeated' | 'early' | 'collect' }
  /** What a store showed: it stays where it is, and the workflow that asked reads it. */
  | { readonly kind: 'data' }
  /** A page that was read, as the rows that follow from it. */
  | { readonly kind: 'page'; readonly ingest: PreparedPage }
  | { readonly kind: 'again'; readonly error: string | undefined; readonly depth: number }
  | { readonly kind: 'failed'; readonly error: string; readonly isStillDue: boolean };

export interface ReadAnswer {
  readonly waiting: WaitingAnswer;
  readonly reading: Reading;
}

/** An answer that names a task of this service. */
export type Matched<Kind extends Reading['kind']> = ReadAnswer & {
  readonly waiting: WaitingAnswer & { readonly queued: Kind extends 'page' ? QueuedCheck : Queued };
  readonly reading: Extract<Reading, { kind: Kind }>;
};

type ReadContext = Pick<AppContext, 'searchData' | 'clock'>;

/**
 * Matches an answer to the post that it names, and reads it. Address and body must name the task that is
 * recorded for the post. Where none is (the post is in doubt, or a newer one took its place) they must
 * name the same one, and the token of the address was the proof.
 * @param projects that track the keyword of the check
 */
export async function readAnswer(ctx: ReadContext, waiting: WaitingAnswer, projects: readonly TrackingProject[]): Promise<ReadAnswer> {
  const { queued } = waiting;
  const key = parseTag(waiting.tag);
  if (queued === undefined || key === undefined || key.round > queued.round) return { waiting, reading: { kind: 'unknown' } };
  if (queued.status === 'completed' || key.round < queued.round) return { waiting, reading: { kind: 'repeated' } };
  // Its post is not recorded yet, so its cost is unknown. Recording the post applies early answers.
  if (queued.status === 'posting' || queued.status === 'planned') return { waiting, reading: { kind: 'early' } };
  const isNewest = key.post === queued.post;
  if (isNewest && !queued.isDoubtful && waiting.taskId !== queued.taskId) return { waiting, reading: { kind: 'unknown' } };
  if (waiting.kind === 'pingback') return { waiting, reading: { kind: 'collect' } };
  const reading = await readBody(ctx, waiting, { queued, isNewest, projects }).catch((error: unknown) =>
    toReading(ctx, error, { kind: waiting.kind, queued, isNewest }),
  );
  return { waiting, reading };
}

interface Post<Task extends Queued = Queued> {
  readonly queued: Task;
  /** Whether the answer is that of the newest post. */
  readonly isNewest: boolean;
  readonly projects: readonly TrackingProject[];
}

/** @throws OutsideError for what is no answer to the task */
async function readBody(ctx: ReadContext, waiting: WaitingAnswer, { queued, ...post }: Post): Promise<Reading> {
  if (isCheck(queued)) return await readPage(ctx, waiting, { queued, ...post });
  return await readData(ctx, waiting, { queued, ...post });
}

async function readPage(ctx: ReadContext, waiting: WaitingAnswer, { queued, isNewest, projects }: Post<QueuedCheck>): Promise<Reading> {
  const { check, readDepth } = queued;
  const answer = await ctx.searchData.readSerpAnswer(waiting.body, toSerpRequest(check, readDepth));
  requireSameTask(waiting, answer);
  assertDepthKnown(answer);
  // An earlier post of the round may have read less deep.
  const depth = isNewest ? readDepth : Math.min(readDepth, answer.checkedDepth);
  if (isEnough(check, answer, depth)) return { kind: 'page', ingest: prepare(ctx, queued, { answer, depth }, projects) };
  return isNewest ? { kind: 'again', error: undefined, depth: check.depth } : { kind: 'repeated' };
}

/** All posts of a task ask the same: the answer to an earlier one serves as well. */
async function readData(ctx: ReadContext, waiting: WaitingAnswer, { queued }: Post<QueuedAppTask>): Promise<Reading> {
  requireSameTask(waiting, await ctx.searchData.readAppData(waiting.body, queued.appTask.request));
  return { kind: 'data' };
}

/** The body names another task than the address: what it holds is the answer to another question. */
function requireSameTask({ taskId, tag }: WaitingAnswer, answer: { readonly taskId: string; readonly tag: string | undefined }): void {
  if (answer.taskId === taskId && (answer.tag === undefined || answer.tag === tag)) return;
  throw new OutsideError({ service: 'dataforseo', kind: 'parse', message: 'DataForSEO gave the answer of another task' });
}

/** What to do about an answer that cannot be used. */
function toReading(
  ctx: ReadContext,
  error: unknown,
  { kind, queued, isNewest }: Omit<Post, 'projects'> & Pick<WaitingAnswer, 'kind'>,
): Reading {
  if (!(error instanceof OutsideError)) throw error;
  if (!isNewest) return { kind: 'repeated' };
  if (NOT_DONE_YET.has(error.code)) {
    if (queued.sentAt.getTime() > ctx.clock.realNow() - GIVE_UP_AFTER_MS) return { kind: 'repeated' };
    return { kind: 'failed', error: `DataForSEO was not done within ${GIVE_UP_AFTER_MS / HOUR_MS} hours`, isStillDue: false };
  }
  const message = messageOf(error);
  // A damaged delivery may be intact when it is collected.
  if (error.kind === 'parse') return kind === 'postback' ? { kind: 'collect' } : { kind: 'failed', error: message, isStillDue: false };
  if (isRetryable(error) && queued.post < POSTS_MAX) return { kind: 'again', error: message, depth: queued.readDepth };
  return { kind: 'failed', error: message, isStillDue: false };
}

/** The page as a run of its check, of the day that it was posted on. */
function prepare(
  ctx: ReadContext,
  queued: QueuedCheck,
  read: { readonly answer: QueuedSerpAnswer; readonly depth: number },
  projects: readonly TrackingProject[],
): PreparedPage {
  const page = parseSerpPage(queued.check, read, {
    id: toRunId(queued),
    projectId: queued.projectIds[0] ?? null,
    workflowId: queued.dispatchId,
    costUsd: queued.costUsd,
    checkTs: queued.postedAt,
    fetchedAt: new Date(ctx.clock.realNow()),
  });
  return prepareIngest({ check: queued.check, page }, projects);
}
