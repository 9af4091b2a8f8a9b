import type { AppContext } from '#context';
import { HOUR_MS } from '#kernel/durations.ts';
import { isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import type { AnswerReader, Judgement, NamedAnswer, Queued } from '../question.ts';
import { parseTag } from '../tasks/queued.ts';
import type { WaitingAnswer } from './store.ts';

/** The provider may be unable to do a task; each post costs again. */
const POSTS_MAX = 3;
/** The provider promises minutes; a task that is not done after this is given up. */
const GIVE_UP_AFTER_MS = 6 * HOUR_MS;

/** What an answer is. */
export type AnswerState =
  | { readonly kind: 'unknown' | 'early' | 'collect' }
  | Judgement
  | { readonly kind: 'again'; readonly error: string | undefined; readonly depth: number }
  | { readonly kind: 'failed'; readonly error: string; readonly isStillDue: boolean };

export interface ReadAnswer {
  readonly waiting: WaitingAnswer;
  readonly state: AnswerState;
}

/** An answer that names a task of this service. */
export type Matched<Kind extends AnswerState['kind']> = ReadAnswer & {
  readonly waiting: WaitingAnswer & { readonly queued: Queued };
  readonly state: Extract<AnswerState, { kind: Kind }>;
};

type ReadContext = Pick<AppContext, 'clock' | 'searchData'>;

/**
 * Matches an answer to the post that it names, and reads it. Address and body must name the task that is
 * recorded for the post. Where none is (the post is in doubt, or a newer one took its place) they must
 * name the same one, and the token of the address was the proof.
 * @param reader of the task's question
 */
export async function readAnswer(ctx: ReadContext, waiting: WaitingAnswer, reader: AnswerReader | undefined): Promise<ReadAnswer> {
  const { queued } = waiting;
  const key = parseTag(waiting.tag);
  if (queued === undefined || reader === undefined || key === undefined || key.round > queued.round)
    return { waiting, state: { kind: 'unknown' } };
  if (queued.status === 'completed' || key.round < queued.round) return { waiting, state: { kind: 'repeated' } };
  // Its post is not recorded yet, so its cost is unknown. Recording the post applies early answers.
  if (queued.status === 'posting' || queued.status === 'planned') return { waiting, state: { kind: 'early' } };
  const isNewest = key.post === queued.post;
  if (isNewest && !queued.isDoubtful && waiting.taskId !== queued.taskId) return { waiting, state: { kind: 'unknown' } };
  const { body } = waiting;
  if (waiting.kind === 'pingback' || body === undefined) return { waiting, state: { kind: 'collect' } };
  const state = await readBody(ctx, { reader, waiting, body }, { queued, isNewest }).catch((error: unknown) =>
    toUnusable(ctx, error, { kind: waiting.kind, queued, isNewest }),
  );
  return { waiting, state };
}

interface Post {
  readonly queued: Queued;
  /** Whether the answer is that of the newest post. */
  readonly isNewest: boolean;
}

/** @throws OutsideError for what is no answer to the task */
async function readBody(
  { searchData }: ReadContext,
  { reader, waiting, body }: { readonly reader: AnswerReader; readonly waiting: WaitingAnswer; readonly body: Buffer },
  { queued, isNewest }: Post,
): Promise<AnswerState> {
  const answer = await reader.parse(body, queued);
  requireSameTask(searchData, waiting, answer);
  return reader.judge(answer, queued, isNewest);
}

/** The body names another task than the address: what it holds is the answer to another question. */
function requireSameTask({ provider }: AppContext['searchData'], { taskId, tag }: WaitingAnswer, answer: NamedAnswer): void {
  if (answer.taskId === taskId && (answer.tag === undefined || answer.tag === tag)) return;
  throw new OutsideError({ service: provider.name, kind: 'parse', message: `${provider.title} gave the answer of another task` });
}

/** What to do about an answer that cannot be used. */
function toUnusable(ctx: ReadContext, error: unknown, { kind, queued, isNewest }: Post & Pick<WaitingAnswer, 'kind'>): AnswerState {
  if (!(error instanceof OutsideError)) throw error;
  if (!isNewest) return { kind: 'repeated' };
  if (ctx.searchData.isNotDoneYet(error)) {
    if (queued.sentAt.getTime() > ctx.clock.realNow() - GIVE_UP_AFTER_MS) return { kind: 'repeated' };
    return {
      kind: 'failed',
      error: `${ctx.searchData.provider.title} was not done within ${GIVE_UP_AFTER_MS / HOUR_MS} hours`,
      isStillDue: false,
    };
  }
  const message = messageOf(error);
  // A damaged delivery may be intact when it is collected.
  if (error.kind === 'parse') return kind === 'postback' ? { kind: 'collect' } : { kind: 'failed', error: message, isStillDue: false };
  if (isRetryable(error) && queued.post < POSTS_MAX) return { kind: 'again', error: message, depth: queued.readDepth };
  return { kind: 'failed', error: message, isStillDue: false };
}
