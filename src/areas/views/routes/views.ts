import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { createView } from '../saved/create-view.ts';
import { deleteView, updateView } from '../saved/change-view.ts';
import { getView, listViews } from '../saved/get-view.ts';
import {
  CreateViewBody,
  DeleteViewResponse,
  ListViewsQuery,
  toNewView,
  toViewBody,
  toViewChanges,
  UpdateViewBody,
  ViewListResponse,
  ViewParamsOfPath,
  ViewResponse,
} from '../wire/views.ts';

// Those who may only look keep views of their own, so the scope `read` is enough; shared ones ask for `write`.
const common = { spec: '4', area: 'views', access: 'key', right: 'look' } as const;

const getViews = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/views',
  summary: 'List saved views, by screen and name',
  description: "The caller's own and the shared ones of the project; without a project, the caller's own of screens that have none.",
  query: ListViewsQuery,
  responses: { 200: ViewListResponse },
  handle: async (ctx, { query }) => {
    const { views, total } = await listViews(ctx, { ...query, projectId: query.project_id });
    return { status: 200, body: { success: true, views: views.map(toViewBody), ...toListFields(views, query, total) } };
  },
});

const postView = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view of a screen',
  description: 'Filters, sorting and columns under a name. A shared view needs the scope `write`.',
  body: CreateViewBody,
  responses: { 201: ViewResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => ({ status: 201, body: { success: true, view: toViewBody(await createView(ctx, toNewView(body))) } }),
});

const getOneView = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/views/{view_id}',
  summary: 'Read a saved view',
  params: ViewParamsOfPath,
  responses: { 200: ViewResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: { success: true, view: toViewBody(await getView(ctx, params.view_id)) } }),
});

const putView = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/views/{view_id}',
  summary: 'Change a saved view',
  description: 'A shared view needs the scope `write`.',
  params: ViewParamsOfPath,
  body: UpdateViewBody,
  responses: { 200: ViewResponse },
  handle: async (ctx, { params, body }) => {
    const view = await updateView(ctx, params.view_id, toViewChanges(body));
    return { status: 200, body: { success: true, view: toViewBody(view) } };
  },
});

const removeView = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/views/{view_id}',
  summary: 'Remove a saved view',
  description: 'A shared view needs the scope `write`.',
  params: ViewParamsOfPath,
  responses: { 200: DeleteViewResponse },
  handle: async (ctx, { params }) => {
    const { id } = await deleteView(ctx, params.view_id);
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

export const viewEndpoints: AppEndpoint[] = [getViews, postView, getOneView, putView, removeView];
