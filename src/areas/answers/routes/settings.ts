import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { getBrands, putBrands } from '../brands/change-brands.ts';
import { getPlan, putPlan } from '../plan/change-plan.ts';
import { listSurfaces } from '../plan/list-surfaces.ts';
import { addPrompts, getPrompt, listPrompts, removePrompt } from '../prompts/change-prompts.ts';
import { suggestPrompts } from '../suggestions/suggest-prompts.ts';
import { SuggestBody, SuggestResponse, toSuggestResponse } from '../wire/suggestions.ts';
import * as wire from '../wire/settings.ts';

const common = { spec: '4', area: 'answers', access: 'key' } as const;

const brands: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/brands',
    summary: 'List the brands that answers are read for',
    query: wire.ProjectQuery,
    responses: { 200: wire.BrandsResponse },
    handle: async (ctx, { query }) => {
      const { brands: known, version } = await getBrands(ctx, query.project_id);
      return { status: 200, body: { success: true, brands: known.map(wire.toBrandBody), version } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'PUT',
    path: '/api/answers/brands',
    summary: 'Write the brands that answers are read for',
    description: 'In place of those that are there. Kept answers are read again with them, at no cost, so that a new one has its past.',
    body: wire.PutBrandsBody,
    responses: { 200: wire.PutBrandsResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { body }) => {
      const { brands: known, version, workflowId } = await putBrands(ctx, body.project_id, body.brands.map(wire.toBrandInput));
      return { status: 200, body: { success: true, brands: known.map(wire.toBrandBody), version, workflow_id: workflowId } };
    },
  }),
];

const plan: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/surfaces',
    rows: 'surfaces',
    summary: 'List the assistants whose answers are read, and those that are unavailable with the reason',
    responses: { 200: wire.SurfacesResponse },
    handle: async (ctx) => ({ status: 200, body: wire.toSurfacesResponse(listSurfaces(ctx)) }),
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/plan',
    summary: 'Read how often prompts are asked, what that costs and how exactly it measures',
    query: wire.ProjectQuery,
    responses: { 200: wire.PlanResponse },
    handle: async (ctx, { query }) => ({ status: 200, body: wire.toPlanResponse(await getPlan(ctx, query.project_id), false) }),
  }),
  defineEndpoint({
    ...common,
    method: 'PUT',
    path: '/api/answers/plan',
    summary: 'Say how often prompts are asked',
    description: 'A dry run says what it costs and how exactly it measures, and writes nothing.',
    body: wire.PutPlanBody,
    responses: { 200: wire.PlanResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { body }) => {
      const {
        project_id: projectId,
        enabled,
        surfaces,
        samples_per_week: samplesPerWeek,
        monthly_usd: monthlyUsd,
        dry_run: isDryRun,
      } = body;
      const planned = await putPlan(ctx, { projectId, enabled, surfaces, samplesPerWeek, monthlyUsd }, isDryRun);
      return { status: 200, body: wire.toPlanResponse(planned, isDryRun) };
    },
  }),
];

const prompts: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/prompts',
    summary: 'List the prompts of a project, newest first',
    query: wire.ListPromptsQuery,
    responses: { 200: wire.PromptListResponse },
    handle: async (ctx, { query }) => {
      const { project_id: projectId, ended: isEnded, search } = query;
      const { rows, total } = await listPrompts(ctx, { projectId, isEnded, search }, query);
      return { status: 200, body: { success: true, prompts: rows.map(wire.toPromptBody), ...toListFields(rows, query, total) } };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/answers/prompts',
    summary: 'Add prompts',
    description: 'Those that the project asks already stay as they are. A dry run says what would become of them.',
    body: wire.PostPromptsBody,
    responses: { 201: wire.PostPromptsResponse },
    failures: ['not_found', 'conflict'],
    handle: async (ctx, { body }) => {
      const { project_id: projectId, location_code: locationCode, language_code: languageCode, prompts: given, dry_run: isDryRun } = body;
      const added = await addPrompts(ctx, { projectId, locationCode, languageCode, prompts: given, isDryRun });
      return {
        status: 201,
        body: { success: true, dry_run: isDryRun, prompts: added.prompts.map(wire.toPromptBody), known: added.known },
      };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/answers/prompts/suggest',
    right: 'look',
    summary: 'Suggest prompts out of what is kept',
    description:
      'From tracked keywords, the questions of their result pages, and what assistants searched for. It asks nothing outside and costs nothing; what the project asks, or asked and ended, is left out.',
    body: SuggestBody,
    responses: { 200: SuggestResponse },
    failures: ['not_found'],
    handle: async (ctx, { body }) => {
      const { project_id: projectId, location_code: locationCode, language_code: languageCode, sources, limit } = body;
      const found = await suggestPrompts(ctx, { projectId, locationCode, languageCode, sources, limit });
      return { status: 200, body: toSuggestResponse(found) };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/answers/prompts/{prompt_id}',
    summary: 'Read a prompt',
    params: wire.PromptParams,
    responses: { 200: wire.PromptResponse },
    handle: async (ctx, { params }) => ({
      status: 200,
      body: { success: true, prompt: wire.toPromptBody(await getPrompt(ctx, params.prompt_id)) },
    }),
  }),
  defineEndpoint({
    ...common,
    method: 'DELETE',
    path: '/api/answers/prompts/{prompt_id}',
    summary: 'Ask a prompt no more',
    description: 'What was answered stays.',
    params: wire.PromptParams,
    responses: { 200: wire.DeletePromptResponse },
    handle: async (ctx, { params }) => {
      const { id } = await removePrompt(ctx, params.prompt_id);
      return { status: 200, body: { success: true, id, deleted: true } };
    },
  }),
];

export const settingEndpoints: AppEndpoint[] = [...brands, ...plan, ...prompts];
