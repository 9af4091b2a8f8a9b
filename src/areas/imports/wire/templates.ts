import { z } from 'zod';
import { idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { FORMATS } from '../formats/index.ts';
import type { ImportTemplate } from '../store/templates.ts';
import { Mapping } from '../values/mapping.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const CreateTemplateBody = z.object({
  organization_id: idField().optional().meta({ description: 'Left out: the organization of the key.' }),
  name: nameField(),
  kind: z.enum(FORMATS.map(({ kind }) => kind) as [string, ...string[]]),
  mapping: Mapping,
});
export const ListTemplatesQuery = z.object({
  organization_id: idField().optional().meta({ description: 'Left out: the organization of the key.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const TemplateParams = z.object({ template_id: idField() });

const TemplateBody = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    kind: z.string(),
    mapping: Mapping,
    made_by: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'ImportTemplate' });

export const TemplateResponse = z.object({ success: z.boolean(), template: TemplateBody });
export const TemplateListResponse = z.object({ success: z.boolean(), templates: z.array(TemplateBody), ...ListFields });
export const DeleteTemplateResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toTemplateBody(template: ImportTemplate): z.input<typeof TemplateBody> {
  return toBody(TemplateBody, template);
}
