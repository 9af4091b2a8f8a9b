import type { RequestContext, WorkflowTypes } from '#context';
import { carriedCauseOf, causeOf } from '#http/caller.ts';
import { newId } from '#kernel/ids.ts';
import { COST_THRESHOLDS } from '../engine/stage.ts';
import type { ClassifyOptions } from '../pipelines/options.ts';
import type { ClassifySummary } from './summary.ts';

/** Section 4.7: a synchronous call waits so long for its workflow. */
const WAIT_MS = 25_000;

type ClassifyWorkflow = 'url-classify' | 'domain-classify' | 'keyword-classify';

export interface RequestFlags {
  readonly skip_fetch: boolean;
  readonly skip_llm: boolean;
  readonly force_llm: boolean;
}

/** The options of a request that is answered at once. */
export function toRequestOptions(
  { caller, requestId, signal, clock }: Pick<RequestContext, 'caller' | 'requestId' | 'signal' | 'clock'>,
  { skip_fetch: skipFetch, skip_llm: skipLlm, force_llm: forceLlm }: RequestFlags,
): ClassifyOptions {
  const scope = { source: 'api', runId: requestId, ...causeOf(caller) } as const;
  return { thresholds: COST_THRESHOLDS, skipFetch, skipLlm, forceLlm, askedAt: forceLlm ? clock.realNow() : undefined, scope, signal };
}

/** How a workflow that a request began stands. */
export interface Requested {
  readonly workflowId: string;
  readonly type: ClassifyWorkflow;
  readonly isAwaited: boolean;
  /** Its output, when it ended within the wait. */
  readonly ended: ClassifySummary | undefined;
}

/**
 * Begins a workflow for a request, and waits for its end unless the caller will ask later.
 * @throws what made the workflow fail
 */
export async function startForRequest<Name extends ClassifyWorkflow>(
  ctx: RequestContext,
  { type, input, isAsync }: { readonly type: Name; readonly input: WorkflowTypes[Name]['input']; readonly isAsync: boolean },
): Promise<Requested> {
  const given = { ...input, ...carriedCauseOf(ctx.caller) } as never;
  const id = newId('wf_');
  if (isAsync) {
    const workflowId = await ctx.workflows.start(type, given, { id });
    return { workflowId, type, isAwaited: false, ended: undefined };
  }
  const workflowId = await ctx.workflows.startNow(type, given, { id });
  const ended = await ctx.workflows.waitFor<ClassifySummary>(workflowId, WAIT_MS);
  return { workflowId, type, isAwaited: true, ended: ended?.output };
}
