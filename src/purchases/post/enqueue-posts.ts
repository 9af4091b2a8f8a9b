import type { AppContext } from '#context';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { BatchKey } from '../tasks/store.ts';

const POST = 'serp-post';
/** Posts about `store_b` come one after the other, with a pause between: they have a line of their own. */
const STORE_B_POST = 'store-b-post';

export interface PostPlan {
  readonly source?: 'cron' | 'workflow';
  /** Until the first of them. */
  readonly delayMs?: number;
  /** Between the beginnings of two posts. */
  readonly spacingMs?: number;
  /** How many posts of these tasks were lost before. */
  readonly lost?: number;
  /** The store that all tasks of the batch ask about, if they ask about app stores. */
  readonly store?: AppDataRequest['store'] | undefined;
}

/** Enqueues the post of a batch, in the transaction that fills the batch. */
export async function enqueuePost(ctx: Pick<AppContext, 'workflows'>, tx: Transaction, batch: BatchKey): Promise<void> {
  await enqueuePosts(ctx, tx, [batch]);
}

/** One post for each batch, in their order. */
export async function enqueuePosts(
  ctx: Pick<AppContext, 'workflows'>,
  tx: Transaction,
  batches: readonly BatchKey[],
  { source = 'workflow', delayMs = 0, spacingMs = 0, lost = 0, store }: PostPlan = {},
): Promise<void> {
  const posts = batches.map(({ dispatchId, batch }, at) => ({
    id: toPostId({ dispatchId, batch }),
    input: { dispatch_id: dispatchId, batch, source, lost },
    delayMs: Math.round(delayMs + at * spacingMs),
  }));
  await ctx.workflows.enqueueAll(tx, store === 'store_b' ? STORE_B_POST : POST, posts);
}

/** The id of the workflow that posts a batch. */
export function toPostId({ dispatchId, batch }: BatchKey): string {
  return `${POST}:${dispatchId}:${batch}`;
}
