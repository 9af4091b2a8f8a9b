import type { WorkflowContext } from '#context';
import type { StepScope } from '#workflows/define.ts';

/** How one step ended. */
export interface Outcome<Result = unknown> {
  readonly step: string;
  /** Undefined: it failed. */
  readonly result: Result | undefined;
  readonly error: unknown;
}

/** Runs a step whose failure does not end the harvest. */
export async function tryStep<Result>(
  ctx: WorkflowContext,
  step: string,
  work: (scope: StepScope) => Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return { step, result: await ctx.step(step, work), error: undefined };
  } catch (error) {
    return { step, result: undefined, error };
  }
}
