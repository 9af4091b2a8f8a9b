import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { createTemplate, listTemplates, removeTemplate } from '../templates/templates.ts';
import * as wire from '../wire/templates.ts';

const common = { spec: '4', area: 'imports', access: 'key' } as const;

export const templateEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/import-templates',
    summary: 'List how files of an organization are read, by name',
    query: wire.ListTemplatesQuery,
    responses: { 200: wire.TemplateListResponse },
    handle: async (ctx, { query }) => {
      const { templates, total } = await listTemplates(ctx, query.organization_id, query);
      return {
        status: 200,
        body: { success: true, templates: templates.map(wire.toTemplateBody), ...toListFields(templates, query, total) },
      };
    },
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/import-templates',
    summary: 'Keep how files of a kind are read',
    body: wire.CreateTemplateBody,
    responses: { 201: wire.TemplateResponse },
    handle: async (ctx, { body: { organization_id: organizationId, name, kind, mapping } }) => ({
      status: 201,
      body: { success: true, template: wire.toTemplateBody(await createTemplate(ctx, { organizationId, name, kind, mapping })) },
    }),
  }),
  defineEndpoint({
    ...common,
    method: 'DELETE',
    path: '/api/import-templates/{template_id}',
    summary: 'Forget how files are read',
    params: wire.TemplateParams,
    responses: { 200: wire.DeleteTemplateResponse },
    handle: async (ctx, { params }) => {
      await removeTemplate(ctx, params.template_id);
      return { status: 200, body: { success: true, id: params.template_id, deleted: true } };
    },
  }),
];
