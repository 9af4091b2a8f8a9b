import type { AppContext } from '#context';
import { inBatches } from '#kernel/batching.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { placeAnswers, type PlaceContext, type PlacedBody } from './place-answers.ts';
import { insertAnswers, listEarlyAnswerIds, type NewAnswer } from './store.ts';
import type { ReceivedAnswer } from '../engine.ts';
import { parseTag } from '../tasks/queued.ts';

type ReceiveContext = PlaceContext & Pick<AppContext, 'postgres' | 'workflows'>;

const APPLY = 'serp-answers';
/** Answers that one workflow applies. */
export const ANSWERS_PER_WORKFLOW = 20;
/** The provider gives a delivery ten seconds; together they cost a fraction of what they cost alone. */
const SPACING_MS = 100;

/**
 * Keeps an answer, and has it applied; its token is taken out where it is packed, shown or exported
 * (`without-tokens.ts`). It is in a store when the promise is kept, and so is the work that applies it. Answers that come
 * while one is being written share the next one.
 */
export async function receiveAnswer(ctx: ReceiveContext, answer: ReceivedAnswer): Promise<void> {
  const { memory } = ctx.purchases;
  memory.inbox ??= inBatches((answers: readonly ReceivedAnswer[]) => keepAll(ctx, answers), ANSWERS_PER_WORKFLOW, SPACING_MS);
  await memory.inbox(answer);
}

async function keepAll(ctx: ReceiveContext, answers: readonly ReceivedAnswer[]): Promise<void[]> {
  const places = await placeAnswers(
    ctx,
    answers.map(({ body }) => body),
  );
  const rows = answers.map((answer, at) => toNewAnswer(answer, places?.[at]));
  await ctx.postgres.transaction(async (tx) => {
    const ids = await insertAnswers(tx, rows, new Date(ctx.clock.realNow()));
    // Answers that name no task of this service are only stored.
    const ours = ids.filter((_id, at) => rows[at]?.queuedId !== null);
    await applyLater(ctx, tx, ours);
  });
  return answers.map(() => undefined);
}

/** Enqueues answers that came before the posts of their tasks were recorded. */
export async function applyEarlyAnswers(ctx: Pick<AppContext, 'workflows'>, tx: Transaction, queuedIds: readonly string[]): Promise<void> {
  await applyLater(ctx, tx, await listEarlyAnswerIds(tx, queuedIds));
}

/** Enqueues the workflow that applies answers, in the transaction that stores them. */
export async function applyLater(ctx: Pick<AppContext, 'workflows'>, tx: Transaction, answerIds: readonly number[]): Promise<void> {
  for (let at = 0; at < answerIds.length; at += ANSWERS_PER_WORKFLOW) {
    const input = { answer_ids: answerIds.slice(at, at + ANSWERS_PER_WORKFLOW) };
    await ctx.workflows.enqueue(tx, APPLY, input, { id: newId('wf_') });
  }
}

function toNewAnswer({ kind, tag, taskId, body }: ReceivedAnswer, place: PlacedBody | undefined): NewAnswer {
  return { kind, tag: tag ?? null, taskId: taskId ?? null, queuedId: parseTag(tag)?.id ?? null, body: place ?? body };
}
