import { z } from 'zod';
import { idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Organization } from './store.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

const OrganizationBody = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: z.string(),
    closed_at: z.string().nullable().meta({ description: 'Ended by its owner: what it holds stays, and it has no members' }),
    factor_required_since: z
      .string()
      .nullable()
      .meta({ description: 'Since when it asks its members for a second factor; null: it does not' }),
    members: z.int(),
    projects: z.int().meta({ description: 'Without archived ones' }),
  })
  .meta({ id: 'Organization' });

export const OrganizationParams = z.object({ organization_id: idField() });
export const OrganizationsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const MakeOrganizationBody = z.object({
  id: nameField().optional().meta({ description: 'What its keys and projects name; the name unless given' }),
  name: nameField(),
});
export const ChangeOrganizationBody = z.object({ name: nameField() });
export const OrganizationListResponse = z.object({ success: z.boolean(), organizations: z.array(OrganizationBody), ...ListFields });
export const OrganizationResponse = z.object({ success: z.boolean(), organization: OrganizationBody });

export function toOrganizationBody(organization: Organization): z.infer<typeof OrganizationBody> {
  return toBody(OrganizationBody, organization);
}
