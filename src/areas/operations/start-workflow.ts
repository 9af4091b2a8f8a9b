import { getProjects } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';

/** What callers may start, and which fields of its input are theirs to give (specification 4.10). */
const STARTABLE: Readonly<Record<string, readonly string[]>> = {
  'subscription-dispatch': ['dry_run', 'project_id', 'limit'],
  'serp-tracking': ['keyword_ids', 'location_code', 'project_id', 'force'],
  'domain-onboard': ['domain', 'project_id'],
};

export interface StartedWorkflow {
  readonly id: string;
  readonly type: string;
  /** What a dry run found out; `undefined` for everything else. */
  readonly estimate: { readonly calls: number; readonly cost_usd: number } | undefined;
}

/** A dry run spends nothing and is short: its answer is waited for. */
const DRY_RUN_WAIT_MS = 25_000;

/**
 * Starts a workflow by hand.
 * @throws AppError 404 for a type that cannot be started and for an unknown project, 400 naming every wrong field
 */
export async function startWorkflow(
  ctx: Pick<RequestContext, 'workflows' | 'postgres' | 'caller'>,
  type: string,
  body: Readonly<Record<string, unknown>>,
): Promise<StartedWorkflow> {
  const fields = Object.hasOwn(STARTABLE, type) ? STARTABLE[type] : undefined;
  if (fields === undefined) throw new AppError('not_found', 'Workflow type not found', { details: { types: Object.keys(STARTABLE) } });
  const input = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
  if (typeof input['project_id'] === 'string') await getProjects(ctx, [input['project_id']]);
  const id = await ctx.workflows.start(type, input, { id: newId('wf_') });
  if (input['dry_run'] !== true) return { id, type, estimate: undefined };
  const ended = await ctx.workflows.waitFor<NonNullable<StartedWorkflow['estimate']>>(id, DRY_RUN_WAIT_MS);
  return { id, type, estimate: ended && { calls: ended.output.calls, cost_usd: ended.output.cost_usd } };
}
