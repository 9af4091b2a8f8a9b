import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { estimateDataSettings, getDataSettings, updateDataSettings } from '../data-settings/data-settings.ts';
import { DataSettingsBody, DataSettingsParams, DataSettingsResponse, toDataChanges, toDataSettingsBody } from '../wire/data-settings.ts';

const common = { spec: '4.3', area: 'keywords', access: 'key', path: '/api/projects/{project_id}/keyword-data' } as const;

export const dataSettingsEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    summary: 'What a project wants beside the usual figures of its tracked keywords, and how much of it is there',
    params: DataSettingsParams,
    responses: { 200: DataSettingsResponse },
    handle: async (ctx, { params: { project_id: projectId } }) => ({
      status: 200,
      body: toDataSettingsBody(projectId, await getDataSettings(ctx, projectId)),
    }),
  }),
  defineEndpoint({
    ...common,
    method: 'PUT',
    summary: 'Change what a project wants beside the usual figures: months of the past, clickstream',
    description:
      'What its keywords lack is bought in the background, soon. `dry_run` says what that costs, and what figures then cost each month. What is switched off stays known.',
    params: DataSettingsParams,
    body: DataSettingsBody,
    responses: { 200: DataSettingsResponse.or(EstimateResponse) },
    spends: true,
    handle: async (ctx, { params: { project_id: projectId }, body }) => {
      const changes = toDataChanges(body);
      if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateDataSettings(ctx, projectId, changes)) };
      return { status: 200, body: toDataSettingsBody(projectId, await updateDataSettings(ctx, projectId, changes)) };
    },
  }),
];
