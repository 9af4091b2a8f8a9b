/** Answers that are bought, each once: what areas may use to ask, and what the service runs for it. */
import { defineArea } from '#area/index.ts';
import { serpAnswers, serpPost, serpSweep, storeBPost } from './provider-queue.workflow.ts';
import { queues } from './queues.ts';
import { tables } from './tables.ts';

export {
  defineQuestion,
  type AnswerReader,
  type Decided,
  type FailedTask,
  type Found,
  type Judgement,
  type Payer,
  type QuestionContext,
  type ReadTask,
  type TakenAnswer,
  type TaskOrder,
  type WaitingTask,
  type PostKey,
  type Queued,
  type TaskStatus,
} from './question.ts';
export { deleteAnswers } from './answers/store.ts';
export { askLive, askOnce, type AskEnd, type LostAsk } from './asks/ask-once.ts';
export { deleteAsks } from './asks/store.ts';
export { buyOnce, type Bought } from './claims/buy-once.ts';
export { CLAIMED_KEYS, lockClaims, releaseBuyer, releaseClaims, takeClaims } from './claims/store.ts';
export { fetchAnswers, findKeptAnswers, type AnswerOrder } from './orders/fetch-answers.ts';
export type { AnswerEnd } from './orders/store.ts';
export { enqueuePosts } from './post/enqueue-posts.ts';
export { readSerpPriority, updateSerpPriority } from './post/priority.ts';
export { removeTokens, unpackAnswer, withoutTokens } from './postback/without-tokens.ts';
export { deliveryEndpoints } from './routes.ts';
export { appendSegments, dropSegmentsBefore, isUnreachable } from './segments/analytics.ts';
export { makePlaceReader } from './segments/place-reader.ts';
export { packSegments, toDigest, type PlacedAnswer } from './segments/segment.ts';
export { failBatch } from './tasks/fail-tasks.ts';
export { findTaskByTag, hasOpenTasks } from './tasks/store.ts';

/** What the engine brings to the service, in the shape in which areas do. Its endpoints stand with those of rankings. */
export const purchases = defineArea({
  name: 'purchases',
  summary: 'Answers that are bought, each once: the queue of the provider, claims, and questions to a language model.',
  workflows: [serpPost, storeBPost, serpAnswers, serpSweep],
  queues,
  schedules: [{ name: 'serp-sweep', cron: '* * * * *', workflow: 'serp-sweep', input: {} }],
  tables,
});
