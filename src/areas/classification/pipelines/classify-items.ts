import type { AppContext } from '#context';
import { runPipeline } from '../engine/run-pipeline.ts';
import type { Pipeline } from '../engine/stage.ts';
import type { CacheLimits } from './cache-stage.ts';
import { toClassified, type Classified } from './classified.ts';
import { listCosts, toDepth, type ClassifyOptions } from './options.ts';
import type { StageWork } from './work.ts';

interface Kind<Item> {
  readonly makePipeline: (limits: CacheLimits) => Pipeline<Item, StageWork>;
  readonly toSubject: (item: Item) => string;
}

/** What items of one kind are, in their order. Nothing is stored. */
export async function classifyItems<Item>(
  ctx: AppContext,
  { makePipeline, toSubject }: Kind<Item>,
  { items, options }: { readonly items: readonly Item[]; readonly options: ClassifyOptions },
): Promise<Classified[]> {
  const { thresholds, forceLlm = false, askedAt, scope, signal } = options;
  const costs = listCosts(options);
  const depth = toDepth(costs);
  const pipeline = makePipeline({ allowed: depth, askedAt });
  const forced = forceLlm ? 'llm' : undefined;
  const outcomes = await runPipeline(pipeline, items, {
    thresholds,
    costs,
    forced,
    work: { ctx, scope, signal, canFetch: costs.includes('network') },
  });
  const { decides } = pipeline;
  const now = ctx.clock.now();
  return outcomes.map((outcome) => toClassified(outcome, { subject: toSubject(outcome.item), decides, depth, now }));
}
