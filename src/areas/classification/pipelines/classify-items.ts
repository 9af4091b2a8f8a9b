import type { AppContext } from '#context';
import { roundUsd } from '#kernel/money.ts';
import { runPipeline } from '../engine/run-pipeline.ts';
import type { Pipeline } from '../engine/stage.ts';
import { readPageService } from '../settings.ts';
import type { CacheLimits } from './stages/cache-stage.ts';
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
  const canFetch = costs.includes('network');
  const shells = options.areShellsAsked === true ? 'asked' : canFetch ? await readPageService(ctx.postgres) : 'off';
  const outcomes = await runPipeline(pipeline, items, {
    thresholds,
    costs,
    forced,
    work: { ctx, scope, signal, canFetch, shells },
  });
  const { decides } = pipeline;
  const now = ctx.clock.now();
  return outcomes.map((outcome) => {
    const subject = toSubject(outcome.item);
    const costUsd = roundUsd((options.paid?.get(subject) ?? 0) + outcome.costUsd);
    options.paid?.set(subject, costUsd);
    return toClassified({ ...outcome, costUsd }, { subject, decides, depth, now });
  });
}
