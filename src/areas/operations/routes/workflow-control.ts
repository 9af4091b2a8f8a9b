import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import { OPEN_STATUSES, type WorkflowStatus } from '#workflows/types.ts';
import { findVisibleFamily, getVisibleWorkflow } from '../get-visible-workflow.ts';
import { awaitWorkflow } from '../start-workflow.ts';
import {
  HistoryQuery,
  HistoryResponse,
  ListingResponse,
  makeListingQuery,
  SteerResponse,
  toWorkflowHistoryBody,
  toListingBody,
  toSteerBody,
  toWorkflowBody,
  WorkflowParams,
  WorkflowQuery,
  WorkflowResponse,
} from '../wire/workflow-status.ts';

const common = { spec: '4.10', area: 'operations', access: 'admin' } as const;
const ONE = '/api/admin/workflow/{type}/{workflow_id}';
const OWN = 'A bound key reads the workflows of its own projects, and the onboardings of their websites.';

const getWorkflow = defineEndpoint({
  ...common,
  method: 'GET',
  path: ONE,
  summary: 'Status, steps, output and relatives of a workflow',
  description: OWN,
  boundRight: 'look',
  params: WorkflowParams,
  query: WorkflowQuery,
  responses: { 200: WorkflowResponse },
  handle: async (ctx, { params, query }) => {
    const found = await getVisibleWorkflow(ctx, params);
    const isAwaited = query.wait_ms > 0;
    // The events that follow say how it ended, also on failure.
    if (isAwaited) await awaitWorkflow(ctx, found, query.wait_ms).catch(() => undefined);
    const { id } = found;
    const [instance, steps, family] = await Promise.all([ctx.workflows.find(id), ctx.workflows.listSteps(id), findVisibleFamily(ctx, id)]);
    if (instance === undefined) throw notFound('Workflow');
    const title = ctx.workflows.nameOf(instance.type, instance.input);
    return { status: 200, body: toWorkflowBody({ instance, steps, family, isAwaited, title }), headers: toCorsHeaders(ctx) };
  },
});

const getHistory = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${ONE}/history`,
  summary: 'What happened to a workflow: its steps, their tries, and who steered it',
  description: OWN,
  boundRight: 'look',
  params: WorkflowParams,
  query: HistoryQuery,
  responses: { 200: HistoryResponse },
  handle: async (ctx, { params, query }) => {
    const instance = await getVisibleWorkflow(ctx, params);
    const events = await ctx.workflows.listEvents(instance.id, query);
    return { status: 200, body: toWorkflowHistoryBody(instance, events, query), headers: toCorsHeaders(ctx) };
  },
});

/** Another state than the change expects is 409. */
const STEERINGS = [
  { method: 'POST', path: `${ONE}/pause`, verb: 'pause', summary: 'Pause a workflow and its children at their next step' },
  { method: 'POST', path: `${ONE}/resume`, verb: 'resume', summary: 'Resume a workflow and the children that were paused with it' },
  { method: 'DELETE', path: ONE, verb: 'terminate', summary: 'Terminate a workflow and its children at once' },
] as const;

const steerings = STEERINGS.map(({ verb, ...route }) =>
  defineEndpoint({
    ...common,
    ...route,
    params: WorkflowParams,
    responses: { 200: SteerResponse },
    failures: ['conflict'],
    handle: async (ctx, { params }) => {
      requireUnbound(ctx.caller);
      const { id } = await getVisibleWorkflow(ctx, params);
      await ctx.workflows[verb](id);
      return { status: 200, body: toSteerBody(await getVisibleWorkflow(ctx, params)) };
    },
  }),
);

const LISTINGS: readonly { readonly name: string; readonly summary: string; readonly statuses: readonly WorkflowStatus[] }[] = [
  { name: 'running', summary: 'Workflows that have not ended, newest first', statuses: OPEN_STATUSES },
  { name: 'history', summary: 'Workflows that have ended, last ended first', statuses: ['completed', 'failed', 'terminated'] },
  { name: 'failures', summary: 'Workflows that have failed, last failed first', statuses: ['failed'] },
];

const makeListings = (types: readonly string[]) => {
  const query = makeListingQuery(types);
  return LISTINGS.map(({ name, summary, statuses }) =>
    defineEndpoint({
      ...common,
      method: 'GET',
      path: `/api/admin/workflows/${name}`,
      summary,
      query,
      responses: { 200: ListingResponse },
      handle: async (ctx, { query: { status, ...rest } }) => {
        requireUnbound(ctx.caller);
        const wanted = statuses.filter((known) => status === undefined || known === status);
        const page = await ctx.workflows.listPage({ ...rest, statuses: wanted });
        return { status: 200, body: toListingBody(page, rest, ctx.workflows.nameOf) };
      },
    }),
  );
};

/** The listener decides which origins may read the answer. */
function toCorsHeaders({ config }: RequestContext): Readonly<Record<string, string>> {
  if (config.corsOrigins.length === 0) return {};
  return { 'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS', 'access-control-allow-headers': 'Content-Type, Authorization' };
}

/** @param types every type that a workflow can have */
export function makeWorkflowControlEndpoints(types: readonly string[]): AppEndpoint[] {
  return [getWorkflow, getHistory, ...steerings, ...makeListings(types)];
}
