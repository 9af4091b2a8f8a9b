import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { bindProject, findBound, unbindProject } from '../binding/bind-project.ts';
import { getSync, listDays, resync, showSync } from '../sync/get-sync.ts';
import * as wire from '../wire/sync.ts';

const PATH = '/api/projects/{project_id}/search-console';
const common = { spec: '4', area: 'search-console', access: 'key', params: wire.ProjectParams } as const;

const getBinding = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  summary: 'The Search Console property that a project reads',
  responses: { 200: wire.BoundResponse },
  handle: async (ctx, { params }) => {
    const bound = await findBound(ctx, params.project_id);
    return { status: 200, body: wire.toBoundBody(bound, bound && (await showSync(ctx, bound))) };
  },
});

const putBinding = defineEndpoint({
  ...common,
  method: 'PUT',
  path: PATH,
  summary: 'Have a project read a Search Console property',
  description: 'Collecting begins at once: the newest 28 days first, then back to 16 months. Several projects can read one property.',
  body: wire.BindBody,
  responses: { 200: wire.BoundResponse },
  failures: ['conflict', 'unprocessable'],
  handle: async (ctx, { params, body }) => {
    const bound = await bindProject(ctx, params.project_id, { propertyId: body.property_id, type: body.type });
    return { status: 200, body: wire.toBoundBody(bound, await showSync(ctx, bound)) };
  },
});

const deleteBinding = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: PATH,
  summary: 'Have a project read no Search Console property any more',
  description: 'What was collected stays with the property, and is read no further while no project reads it.',
  responses: { 200: wire.UnboundResponse },
  handle: async (ctx, { params: { project_id: projectId } }) => {
    await unbindProject(ctx, projectId);
    return { status: 200, body: { success: true, project_id: projectId } };
  },
});

const getOneSync = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/sync`,
  summary: 'How the collection of a project’s property goes',
  responses: { 200: wire.SyncResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, sync: wire.toSyncBody(await getSync(ctx, params.project_id)) },
  }),
});

const postSync = defineEndpoint({
  ...common,
  method: 'POST',
  path: `${PATH}/sync`,
  summary: 'Collect now, or collect days again',
  description:
    'Reads gaps and days that count on; with `from` or `to` the final days of that span too, as after a month that Google counted again. Each day is replaced whole.',
  body: wire.ResyncBody,
  responses: { 202: wire.StartedResponse },
  handle: async (ctx, { params, body }) => {
    const { workflowId, daysWanted } = await resync(ctx, params.project_id, body);
    return { status: 202, body: { success: true, workflow_id: workflowId, days_wanted: daysWanted } };
  },
});

const getDays = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/days`,
  rows: 'days',
  summary: 'Days of a project’s property and how each was read, newest first',
  description: 'All that Google has something of, gaps as `missing`.',
  query: wire.DaysQuery,
  responses: { 200: wire.DaysResponse },
  handle: async (ctx, { params, query }) => {
    const { days, total } = await listDays(ctx, { ...query, projectId: params.project_id });
    return { status: 200, body: { success: true, days: days.map(wire.toDayBody), ...toListFields(days, query, total) } };
  },
});

export const syncEndpoints: AppEndpoint[] = [getBinding, putBinding, deleteBinding, getOneSync, postSync, getDays];
