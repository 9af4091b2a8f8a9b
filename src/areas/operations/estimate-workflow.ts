import type { Estimate } from '#areas/costs/index.ts';
import { estimateOnboardings, OnboardInput } from '#areas/domains/index.ts';
import { estimateTrackingRun } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';

type EstimateContext = Pick<RequestContext, 'postgres' | 'workflows' | 'clock' | 'searchData' | 'config' | 'caller'>;
type Payload = Readonly<Record<string, unknown>>;

const NOTHING: Estimate = { calls: 0, costUsd: 0 };

/** A workflow that takes `dry_run` and gives its estimate as output. */
const RUNS_DRY = 'runs dry';
type Estimator = (ctx: EstimateContext, payload: Payload) => Promise<Estimate>;

/** What a run that is begun by hand would cost at most, for every type that can be begun so. */
const ESTIMATES: Readonly<Record<string, Estimator | typeof RUNS_DRY>> = {
  'domain-onboard': async (ctx, payload) => await estimateDomain(ctx, payload),
  'asset-onboard': async (ctx, { asset_type: type, value: domain, project_id, backlinks_limit, keywords_limit }) =>
    type === 'website' ? await estimateDomain(ctx, { domain, project_id, backlinks_limit, keywords_limit }) : NOTHING,
  'serp-tracking': async (ctx, payload) => await estimateTrackingRun(ctx, payload),
  'subscription-dispatch': RUNS_DRY,
};

/** What starting the workflow would cost, without starting it; `undefined`: it is to be started with `dry_run`. */
export async function estimateWorkflow(ctx: EstimateContext, type: string, payload: Payload): Promise<Estimate | undefined> {
  const estimate = ESTIMATES[type];
  if (estimate === undefined) throw new Error(`Nothing tells what ${type} would cost`);
  return estimate === RUNS_DRY ? undefined : await estimate(ctx, payload);
}

async function estimateDomain(ctx: EstimateContext, payload: Payload): Promise<Estimate> {
  const { domain, project_id: projectId, ...options } = OnboardInput.parse(payload);
  return await estimateOnboardings(ctx, [{ domain, projectId, options }]);
}
