import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { SECOND_MS } from '#kernel/durations.ts';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { retryUntilSlot } from '#providers/search-data/slot-wait.ts';
import { applyAnswers, type ApplySummary } from './answers/apply-answers.ts';
import { ASK_AFTER_MS, collectAnswers, collectTasks, collectLost, POLL_AFTER_MS, repairQueue } from './answers/collect-answers.ts';
import { failBatch } from './tasks/fail-tasks.ts';
import { postBatch, SEND_WITHIN_MS, type PostSummary } from './post/post-batch.ts';
import { readSerpPriority } from './post/priority.ts';
import { ANSWERS_PER_WORKFLOW } from './answers/receive-answers.ts';
import { requeueBatch, skipTerminated } from './post/rescue-batches.ts';
import { LOST_IDS_MAX } from './postback/lost-deliveries.ts';
import { resolveDoubts } from './doubts/resolve-doubts.ts';
import { serpPosts, serpAnswersQueue, serpSweeps, storeBPosts } from './queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-post': WorkflowType<z.input<typeof PostInput>, PostSummary>;
    'store-b-post': WorkflowType<z.input<typeof PostInput>, PostSummary>;
    'serp-answers': WorkflowType<{ readonly answer_ids: readonly number[] }, ApplySummary>;
    'serp-sweep': WorkflowType<{ readonly poll_after_ms?: number; readonly ask_after_ms?: number; readonly check_ids?: readonly string[] }>;
  }
}

const COLLECT_TIMEOUT_MS = 600_000;
/** How many posts of the same tasks may be lost before they fail. */
const LOST_POSTS_MAX = 8;
const ID_LENGTH_MAX = 200;

const PostInput = z.object({
  dispatch_id: z.string().min(1).max(ID_LENGTH_MAX),
  batch: z.string().min(1).max(ID_LENGTH_MAX),
  source: z.enum(['cron', 'workflow']).default('workflow'),
  /** How many posts of these tasks were lost before. */
  lost: z.int().min(0).default(0),
});
type PostInput = z.infer<typeof PostInput>;

/**
 * One post of up to a hundred tasks. A post of which it is unknown whether it was taken is looked up before anything is posted again. One that
 * may still appear in the provider's record is left to a later message: waiting takes no slot of the queue and
 * does not count as a failed try.
 */
export const serpPost = defineWorkflow({
  name: 'serp-post',
  summary: "Posts a batch of checks to the provider's queue: look up what is in doubt, post",
  input: PostInput,
  queue: serpPosts,
  run: (ctx, input) => runPost(ctx, input, SEND_WITHIN_MS),
});

/** The same for questions about `store_b`, which wait for each other (`STORE_B_DELAY_SECONDS`), over all processes. */
export const storeBPost = defineWorkflow({
  name: 'store-b-post',
  summary: "Posts a batch of questions about store_b to the provider's queue: look up what is in doubt, wait for the turn, post",
  input: PostInput,
  queue: storeBPosts,
  // The slot of the one before may have been taken a moment ago, and a little is added to each pause.
  run: (ctx, input) => runPost(ctx, input, SEND_WITHIN_MS + 2 * ctx.config.storeBDelaySeconds * SECOND_MS),
});

/** @param timeoutMs of a post with its wait for a slot */
async function runPost(ctx: WorkflowContext, input: PostInput, timeoutMs: number): Promise<PostSummary> {
  const given = await ctx.step('look', () => skipTerminated(ctx, { dispatchId: input.dispatch_id, batch: input.batch }));
  if (given.skipped > 0) return { posted: 0, doubtful: 0, skipped: given.skipped, failed: 0 };
  try {
    return await postAll(ctx, input, timeoutMs);
  } catch (error) {
    const batch = { dispatchId: input.dispatch_id, batch: input.batch };
    await ctx.step('store', () => failBatch(ctx, batch, { error: messageOf(error), isStillDue: true }));
    throw error;
  }
}

async function postAll(
  ctx: WorkflowContext,
  { dispatch_id: dispatchId, batch, source, lost: lostBefore }: PostInput,
  timeoutMs: number,
): Promise<PostSummary> {
  let summary: PostSummary = { posted: 0, doubtful: 0, skipped: 0, failed: 0 };
  for (let lost = lostBefore; lost < LOST_POSTS_MAX; lost += 1) {
    const doubts = await ctx.step('find-out', ({ signal }) => resolveDoubts(ctx, { dispatchId, batch }, signal), {
      timeoutMs: COLLECT_TIMEOUT_MS,
    });
    const post = await ctx.step(
      'post',
      async ({ signal }) => {
        const priority = await readSerpPriority(ctx.postgres);
        return await retryUntilSlot(() => postBatch(ctx, { dispatchId, batch, source, signal, priority }));
      },
      { timeoutMs },
    );
    summary = {
      posted: summary.posted + doubts.found + post.posted,
      doubtful: post.doubtful,
      skipped: summary.skipped + post.skipped,
      failed: summary.failed + post.failed,
    };
    if (post.doubtful === 0) return summary;
    if (doubts.waitMs > 0) {
      const later = { source, lost, delayMs: doubts.waitMs };
      await ctx.step('wait', () => requeueBatch(ctx, { dispatchId, batch }, later));
      return summary;
    }
  }
  const { name, title } = ctx.searchData.provider;
  throw new OutsideError({ service: name, kind: 'network', message: `The answers of ${LOST_POSTS_MAX} posts to ${title} were lost` });
}

/** Gives what the provider delivered to its questions, and collects or posts again what must be. */
export const serpAnswers = defineWorkflow({
  name: 'serp-answers',
  summary: "Applies answers of the provider's queue, and collects those that came damaged",
  input: z.object({ answer_ids: z.array(z.int()).min(1).max(ANSWERS_PER_WORKFLOW) }),
  queue: serpAnswersQueue,
  run: async (ctx, { answer_ids: ids }): Promise<ApplySummary> => {
    const summary = await ctx.step('store', () => applyAnswers(ctx, ids));
    if (summary.toCollect.length > 0) {
      await ctx.step('collect', ({ signal }) => collectTasks(ctx, summary.toCollect, signal), {
        timeoutMs: COLLECT_TIMEOUT_MS,
      });
    }
    await ctx.waitUntil(() => ctx.outbox.findRoom());
    return summary;
  },
});

/** Every minute: collects answers that did not arrive. */
export const serpSweep = defineWorkflow({
  name: 'serp-sweep',
  summary: "Collects answers of the provider's queue that did not arrive, and gives up what never does",
  input: z.object({
    poll_after_ms: z.int().min(0).default(POLL_AFTER_MS),
    ask_after_ms: z.int().min(0).default(ASK_AFTER_MS),
    /** Tasks whose answers were delivered and could not be stored. */
    check_ids: z.array(z.string().max(ID_LENGTH_MAX)).max(LOST_IDS_MAX).default([]),
  }),
  queue: serpSweeps,
  run: async (ctx, { poll_after_ms: pollAfterMs, ask_after_ms: askAfterMs, check_ids: lost }) => {
    await ctx.step('tidy', () => repairQueue(ctx));
    if (lost.length > 0) {
      await ctx.step('collect-lost', ({ signal }) => collectLost(ctx, lost, signal), { timeoutMs: COLLECT_TIMEOUT_MS });
    }
    return await ctx.step('collect', ({ signal }) => collectAnswers(ctx, { pollAfterMs, askAfterMs }, signal), {
      timeoutMs: COLLECT_TIMEOUT_MS,
    });
  },
});
