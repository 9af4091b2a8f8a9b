import { hashId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { AppDataRequest, TaskRequest } from '#providers/search-data/index.ts';
import { toSerpRequest, type SerpCheck } from '#areas/rankings/check.ts';

export const QUEUED_CHECK_STATUSES = ['planned', 'posting', 'posted', 'completed', 'failed', 'skipped'] as const;
export type QueuedCheckStatus = (typeof QUEUED_CHECK_STATUSES)[number];

/** Which post of a check: the provider echoes it as the task's tag. */
export interface PostKey {
  /** Of the queued check. */
  readonly id: string;
  /** Counts the runs of the check. */
  readonly round: number;
  /** Counts the posts of the run. */
  readonly post: number;
}

/** A task on its way through the provider's queue. */
interface QueuedRow extends PostKey {
  readonly dispatchId: string;
  readonly batch: string;
  readonly status: QueuedCheckStatus;
  /** The projects that it is for; they share its cost. */
  readonly projectIds: readonly string[];
  /** How deep the newest post reads. */
  readonly readDepth: number;
  readonly taskId: string | null;
  /** Of the newest post no task is recorded: it was begun, and it is unknown whether the provider took it. */
  readonly isDoubtful: boolean;
  /** The cost of all posts of the run. */
  readonly costUsd: number;
  /** Of the newest post: the moment of the observed world. */
  readonly postedAt: Date;
  /** The same in real time. */
  readonly sentAt: Date;
  /** Of a post in doubt, in real time: when the provider answered it, without saying what became of it. */
  readonly answeredAt: Date | null;
}

/** A due check of a result page. */
export interface QueuedCheck extends QueuedRow {
  /** What was posted. */
  readonly check: SerpCheck;
}

/** A question about an app store, and on whose behalf it is asked. */
export interface AppTask {
  readonly request: AppDataRequest;
  readonly scope: Pick<SpendScope, 'source' | 'runId' | 'workflowType' | 'apiKeyId'>;
}

export interface QueuedAppTask extends QueuedRow {
  readonly appTask: AppTask;
}

export type Queued = QueuedCheck | QueuedAppTask;

export function isCheck(queued: Queued): queued is QueuedCheck {
  return 'check' in queued;
}

/** The provider's request that its newest post made. */
export function toRequest(queued: Queued): TaskRequest {
  return isCheck(queued) ? toSerpRequest(queued.check, queued.readDepth) : queued.appTask.request;
}

/** @example toTag({ id: 'qc_0f3a', round: 1, post: 2 }) // qc_0f3a.1.2 */
export function toTag({ id, round, post }: PostKey): string {
  return `${id}.${round}.${post}`;
}

const TAG = /^(qc_[0-9a-f]{32})\.([1-9]\d{0,5})\.([1-9]\d{0,2})$/u;

/** The post that a tag names; `undefined`: it is not a tag of this service. */
export function parseTag(tag: string | null | undefined): PostKey | undefined {
  const [, id, round, post] = TAG.exec(tag ?? '') ?? [];
  return id === undefined ? undefined : { id, round: Number(round), post: Number(post) };
}

/** The id of the run of a check's page: one for all posts of a round, so that no answer is applied twice. */
export function toRunId({ id, round }: Pick<PostKey, 'id' | 'round'>): string {
  return hashId('run_', [id, round]);
}
