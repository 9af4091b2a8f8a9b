import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { getSandbox } from './get-sandbox.ts';

/**
 * Starts a workflow in which days pass in the simulated world.
 * @returns the workflow's id
 * @throws AppError 404 without a sandbox, 409 while days pass already
 */
export async function advanceDays(ctx: Pick<RequestContext, 'postgres' | 'workflows' | 'sandboxControl'>, days: number): Promise<string> {
  getSandbox(ctx);
  const [open] = await ctx.workflows.listOpenIds(ctx.postgres, 'sandbox-days');
  if (open !== undefined)
    throw new AppError('conflict', 'Days are passing already', {
      details: { workflow_id: open },
      hint: 'Wait until that workflow has ended.',
    });
  return await ctx.workflows.start('sandbox-days', { days });
}
