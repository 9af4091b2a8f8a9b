import { Worker } from 'node:worker_threads';
import type { WorkflowContext } from '#context';
import { readOwnExamples } from '../../models/examples.ts';
import type { LabelledItem as OwnExample } from '../../models/task.ts';
import { TASKS } from '../../similarity/embed-item.ts';
import type { Kind } from '../../similarity/example.ts';
import type { Measure, NearGuard } from './fit-blend.ts';
import type { TaughtMeasure } from './fit-taught.ts';
import type { Fitted } from './fit-thread.ts';
import { forgetLearned, getLearned } from './learned.ts';
import { insertBlend } from '../store/blends.ts';
import { listSaid } from '../store/corrections.ts';
import { toExamples } from './to-examples.ts';
import type { FitOrder, LabelledItem } from './prepare-cases.ts';

/** The newest say most; more take the thread longer than a minute. */
const CORRECTIONS_MAX = 2_000;

/** How a new blend did, beside the one before it. */
export interface BlendResult {
  readonly kind: Kind;
  /** False: it would have worsened the fixed set or turned a label beside a correction, and the one before it stays. */
  readonly is_active: boolean;
  readonly near: NearGuard;
  /** Of each dimension whose corrections are enough for a model. */
  readonly taught: readonly TaughtMeasure[];
  readonly before: { readonly fixed: Measure; readonly corrected: Measure };
  readonly after: { readonly fixed: Measure; readonly corrected: Measure };
}

/**
 * Weighs neighbours, reads confidence and fits the models of corrections again, from everything that was corrected of a kind.
 * @param newItems those that were not examples before
 */
export async function refitBlend(
  ctx: Pick<WorkflowContext, 'postgres' | 'clock'>,
  { kind, newItems, signal }: { readonly kind: Kind; readonly newItems: readonly string[]; readonly signal: AbortSignal },
): Promise<BlendResult> {
  const examples = toExamples(await listSaid(ctx.postgres, kind, CORRECTIONS_MAX));
  const current = (await getLearned(ctx)).blends[kind];
  const { trained, keptAside } = readOwnExamples(TASKS[kind]);
  const order = { kind, current, examples, newItems, fixed: keptAside.map(toLabelled), shipped: trained.map(toLabelled) };
  const fitted = await fitInThread(order, signal);
  await ctx.postgres.transaction((tx) => insertBlend(tx, { ...fitted, kind, corrections: examples.length }, ctx.clock.now()));
  forgetLearned(ctx);
  return toResult(kind, fitted);
}

function toLabelled({ input, labels }: OwnExample): LabelledItem {
  return { item: input, truth: labels };
}

function toResult(kind: Kind, { before, after, near, isBetter, measures }: Fitted): BlendResult {
  return { kind, is_active: isBetter, before, after, near, taught: measures };
}

/** Fits beside the event loop. @throws what the thread threw, or the reason of the abort */
async function fitInThread(order: FitOrder, signal: AbortSignal): Promise<Fitted> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('fit-thread.ts', import.meta.url), { workerData: order });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(signal.reason instanceof Error ? signal.reason : new Error('the thread ended without an answer')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
