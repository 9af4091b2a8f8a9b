import { z } from 'zod';
import type { AppContext } from '#context';
import { CauseFields, toCause } from '#kernel/spending/cause.ts';
import type { SpendScope } from '#providers/metering.ts';
import { forWorkflow } from '../pipelines/rounds.ts';
import type { ClassifyOptions } from '../pipelines/options.ts';

/** What every workflow that classifies takes. */
export const Flags = z.object({
  skip_fetch: z.boolean().optional(),
  skip_llm: z.boolean().optional(),
  force_llm: z.boolean().optional(),
  /** Past the cache. */
  force: z.boolean().optional(),
  project_id: z.string().optional(),
  ...CauseFields,
});
export type Flags = z.infer<typeof Flags>;

/** When a workflow began: answers since then count as cached. The moment is stored, so that it is the same after a crash. */
export interface Begun {
  readonly askedAt: number | undefined;
}

export function begin({ clock }: Pick<AppContext, 'clock'>, { force, force_llm: forceLlm }: Flags): Begun {
  return { askedAt: force === true || forceLlm === true ? clock.realNow() : undefined };
}

/** The options of a step of a workflow. */
export function toStepOptions(
  { workflowId, type }: { readonly workflowId: string; readonly type: string },
  { skip_fetch: skipFetch, skip_llm: skipLlm, force_llm: forceLlm, project_id: projectId, ...cause }: Flags,
  { askedAt, signal }: Begun & { readonly signal: AbortSignal },
): ClassifyOptions {
  const scope: SpendScope = { source: 'workflow', runId: workflowId, workflowType: type, projectId, ...toCause(cause) };
  return forWorkflow({ skipFetch, skipLlm, forceLlm, askedAt, scope, signal });
}
