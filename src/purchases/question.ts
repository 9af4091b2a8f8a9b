import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { Live } from '#kernel/live.ts';
import type { SpendScope, SpendSource } from '#providers/metering.ts';
import type { SearchData, TaskRequest } from '#providers/search-data/index.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Stores } from '#stores/types.ts';

/** What a question may use. */
export interface QuestionContext extends Pick<Stores, 'postgres' | 'outbox'> {
  readonly config: Pick<Config, 'serpEvidenceDays'>;
  readonly clock: Clock;
  readonly searchData: SearchData;
  readonly live: Live;
}

/**
 * What an area asks through the provider's queue, and what becomes of the answers. An area lists its questions in its
 * manifest; the queue posts, collects and books them all in the same way.
 * @template Asked one thing that is asked, as a row keeps it
 * @template Read what is kept of an answer until it is stored
 * @template Answer an answer of the provider
 */
export interface Question<Asked = unknown, Read = unknown, Answer extends NamedAnswer = NamedAnswer> {
  /** It never changes: rows name their question by it. */
  readonly name: string;
  /** What is asked, out of a row. */
  parse(kept: unknown): Asked;
  /** @param readDepth how deep to read, of questions that read more than once */
  toRequest(asked: Asked, readDepth: number): TaskRequest;
  /** What waiting tasks should ask now, in their order; `undefined`: it is no longer wanted. Without it: what was ordered. */
  decide?(sql: Sql, waiting: readonly WaitingTask[]): Promise<readonly (Decided<Asked> | undefined)[]>;
  /** Finds out on whose behalf the tasks of a batch are asked. */
  makePayer(sql: Sql, order: TaskOrder): Promise<Payer<Asked>>;
  /** Makes what reads the answers to some tasks: what they need is looked up once. */
  makeReader(ctx: QuestionContext, tasks: readonly Queued<Asked>[]): Promise<AnswerReader<Asked, Read, Answer>>;
  /** What becomes of the answers. Without it they stay as they came, for seven days: who asked reads them. */
  readonly use?: AnswerUse<Asked, Read>;
}

/** Questions by their name. */
export type Questions = ReadonlyMap<string, Question>;

/** Checks a question where it is written. */
export function defineQuestion<Asked, Read, Answer extends NamedAnswer = NamedAnswer>(
  question: Question<Asked, Read, Answer>,
): Question<Asked, Read> {
  return question;
}

/** A task that waits to be posted. */
export interface WaitingTask extends PostKey {
  /** What was asked for when it was queued: of a result page only which one. */
  readonly ordered: unknown;
  /** The depth that an earlier post of the round showed to be needed. */
  readonly readDepth: number;
}

export interface Decided<Asked> {
  readonly asked: Asked;
  readonly readDepth: number;
}

/** What queued some tasks: a dispatch, or a workflow that waits for their answers. */
export interface TaskOrder {
  readonly dispatchId: string;
  readonly source: Extract<SpendSource, 'cron' | 'workflow'>;
}

export interface Payer<Asked = unknown> {
  /** The projects of the task are added: they share its price. */
  toScope(asked: Asked): SpendScope;
}

/** The task that an answer says it is of. */
export interface NamedAnswer {
  readonly taskId: string;
  /** Ours, where the answer repeats it. */
  readonly tag: string | undefined;
}

export interface AnswerReader<Asked = unknown, Read = unknown, Answer extends NamedAnswer = NamedAnswer> {
  /** @throws OutsideError for what is no answer to the task */
  parse(body: Buffer, task: Queued<Asked>): Promise<Answer>;
  /** @param isNewest it is the answer to the newest post of the task; an earlier one may have read less deep */
  judge(answer: Answer, task: Queued<Asked>, isNewest: boolean): Judgement<Read>;
}

/** Whether an answer is all that was asked for. */
export type Judgement<Read = unknown> =
  | { readonly kind: 'read'; readonly read: Read }
  /** The task is posted again, to read so deep. */
  | { readonly kind: 'again'; readonly error: undefined; readonly depth: number }
  /** It adds nothing. */
  | { readonly kind: 'repeated' };

export interface AnswerUse<Asked = unknown, Read = unknown> {
  /** Makes room in the stores for answers of these instants of the observed world; before the transaction. */
  makeRoom(ctx: QuestionContext, instants: readonly Date[]): Promise<void>;
  /** Stores answers in the transaction that ends their tasks. @returns what was found, in their order */
  store(ctx: QuestionContext, tx: Transaction, answers: readonly ReadTask<Asked, Read>[]): Promise<readonly Found[]>;
  /** Moves answers as they came to where evidence of their subject lies, also of those that failed; what is not kept is deleted. */
  moveAnswers(ctx: QuestionContext, sql: Sql, answers: readonly TakenAnswer<Asked>[]): Promise<void>;
  /** Shows failures where the answers would have stood, in the transaction that ends the tasks. */
  recordFailures(ctx: QuestionContext, tx: Transaction, failed: readonly FailedTask<Asked>[]): Promise<void>;
  /** Why a task failed whose answer the stores can never take. */
  readonly unstorable: string;
}

export interface ReadTask<Asked = unknown, Read = unknown> {
  readonly task: Queued<Asked>;
  readonly read: Read;
}

/** How much of what the owner looked for an answer has. */
export interface Found {
  readonly found: number;
  readonly notFound: number;
}

export interface TakenAnswer<Asked = unknown> {
  readonly answerId: number;
  readonly task: Queued<Asked>;
}

export interface FailedTask<Asked = unknown> extends PostKey {
  readonly asked: Asked;
  readonly dispatchId: string;
  readonly projectIds: readonly string[];
  readonly error: string;
  /** It is unknown whether the provider took its newest post: that is resolved before it is posted again. */
  readonly isDoubtful: boolean;
  /** The provider was unavailable: the next dispatch tries again. Otherwise the next due day does. */
  readonly isStillDue: boolean;
}

export const TASK_STATUSES = ['planned', 'posting', 'posted', 'completed', 'failed', 'skipped'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Which post of a task: the provider echoes it as the task's tag. */
export interface PostKey {
  /** Id of the queued task. */
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
  /** No task is recorded of the newest post: it was begun, and it is unknown whether the provider took it. */
  readonly isDoubtful: boolean;
  /** The cost of all posts of the run. */
  readonly costUsd: number;
  /** Instant of the newest post, in the observed world. */
  readonly postedAt: Date;
  /** The same in real time. */
  readonly sentAt: Date;
  /** Instant in real time at which the provider answered a post in doubt, without saying what became of it. */
  readonly answeredAt: Date | null;
}

/** A task with its question. */
export interface Queued<Asked = unknown> extends Omit<QueuedRow, 'question' | 'asked'> {
  readonly question: Question<Asked>;
  readonly asked: Asked;
}
