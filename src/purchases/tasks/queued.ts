import type { TaskRequest } from '#providers/search-data/index.ts';
import type { Question, Questions } from '../question.ts';

export const TASK_STATUSES = ['planned', 'posting', 'posted', 'completed', 'failed', 'skipped'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Which post of a task: the provider echoes it as the task's tag. */
export interface PostKey {
  /** Of the queued task. */
  readonly id: string;
  /** Counts the runs of the task. */
  readonly round: number;
  /** Counts the posts of the run. */
  readonly post: number;
}

/** A task on its way through the provider's queue, as its row has it. */
export interface QueuedRow extends PostKey {
  /** The name of its question. */
  readonly question: string;
  /** What was posted. */
  readonly asked: unknown;
  readonly dispatchId: string;
  readonly batch: string;
  readonly status: TaskStatus;
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

/** A task with its question. */
export interface Queued<Asked = unknown> extends Omit<QueuedRow, 'question' | 'asked'> {
  readonly question: Question<Asked>;
  readonly asked: Asked;
}

/** Those of the tasks whose question this process knows: others are of a release that has more of them. */
export function withQuestions(questions: Questions, rows: readonly QueuedRow[]): Queued[] {
  return rows.flatMap((row) => {
    const question = questions.get(row.question);
    return question === undefined ? [] : [{ ...row, question, asked: question.parse(row.asked) }];
  });
}

/** The provider's request that its newest post made. */
export function toRequest({ question, asked, readDepth }: Pick<Queued, 'question' | 'asked' | 'readDepth'>): TaskRequest {
  return question.toRequest(asked, readDepth);
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
