import type { AppEndpoint, RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import type { Reply } from '#http/endpoint.ts';
import { findRefusal, type Planned } from './find-refusal.ts';
import { listProjectIdsOfRuns } from '../store/projects.ts';
import { toRefusalBody } from '../wire/estimate.ts';

/** The parts of an answer that hold an estimate. */
interface Estimated {
  readonly estimate: { readonly calls: number; readonly cost_usd: number };
}

/** What came with a request: its parts as the schemas gave them. */
type Input = Readonly<Record<'params' | 'query' | 'body', unknown>>;

/** An endpoint whose estimates also say which budget would refuse what they estimate. */
export function sayRefusals(endpoint: AppEndpoint): AppEndpoint {
  const handle = async (ctx: RequestContext, input: never): Promise<Reply<unknown>> => {
    const reply = await endpoint.handle(ctx, input);
    return hasEstimate(reply.body) ? { ...reply, body: await withRefusal(ctx, input, reply.body) } : reply;
  };
  return { ...endpoint, handle };
}

function hasEstimate(body: unknown): body is Estimated {
  return typeof body === 'object' && body !== null && 'estimate' in body && typeof body.estimate === 'object' && body.estimate !== null;
}

async function withRefusal(ctx: RequestContext, input: Input, body: Estimated): Promise<Estimated> {
  const { calls, cost_usd: costUsd } = body.estimate;
  const planned: Planned = { calls, costUsd };
  const scope = {
    source: 'api',
    projectIds: await listPayers(ctx, input),
    runId: ctx.requestId,
    workflowType: textOf(input.params, 'type'),
    ...causeOf(ctx.caller),
  } as const;
  const refusal = await findRefusal(ctx, planned, scope);
  return refusal === undefined
    ? body
    : { ...body, estimate: { ...body.estimate, refusal: toRefusalBody(refusal) } as Estimated['estimate'] };
}

/** The projects that a request names, itself or by a run of theirs: they pay. */
async function listPayers({ postgres }: RequestContext, { params, query, body }: Input): Promise<readonly string[]> {
  const named = [params, query, body].flatMap(listProjects);
  const run = textOf(params, 'run_id');
  return named.length > 0 || run === undefined ? [...new Set(named)] : await listProjectIdsOfRuns(postgres, [run]);
}

/** Values of `project_id` in a part of a request, and in its lists. */
function listProjects(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(listProjects);
  if (typeof part !== 'object' || part === null) return [];
  const lists = Object.values(part).filter((value) => Array.isArray(value));
  return [textOf(part, 'project_id') ?? textOf(part, 'projectId') ?? [], lists.flatMap(listProjects)].flat();
}

function textOf(part: unknown, name: string): string | undefined {
  const value = typeof part === 'object' && part !== null ? (part as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
