import { z } from 'zod';
import { idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { FAILURES } from '../flow/cookies.ts';
import type { Identity } from '../identities/store.ts';
import type { ShownProvider } from '../settings/store.ts';
import { returnField } from './fields.ts';

export const ShownQuery = z.object({
  email: z.email().max(254).toLowerCase().optional().meta({ description: 'Whose providers; those that are listed unless given' }),
});
export const ShownResponse = z.object({
  success: z.boolean(),
  providers: z.array(z.object({ id: z.string(), organization_id: z.string().nullable(), button: z.string() })).max(20),
  failure: z.enum(FAILURES).nullable().meta({ description: 'Why the browser came back from a provider without a session; said once' }),
});

export function toShownBody({ id, organizationId, button }: ShownProvider) {
  return { id, organization_id: organizationId, button };
}

export const BeginParams = z.object({ provider_id: idField() });
export const BeginQuery = z.object({ return_to: returnField() });
export const BeginBody = z.object({
  return_to: returnField(),
  invitation: z.string().min(1).max(200).nullish().meta({ description: 'The text in the link of an invitation to accept' }),
});
export const LinkBody = z.object({ provider_id: idField(), return_to: returnField() });
export const BegunResponse = z.object({
  success: z.boolean(),
  url: z.string().meta({ description: 'Where the browser is to go; the answer sets a cookie that it needs' }),
});

const PARAMETER_LENGTH_MAX = 4_000;
const parameter = z.string().max(PARAMETER_LENGTH_MAX).optional();
export const CallbackQuery = z.object({ code: parameter, state: parameter, iss: parameter, error: parameter });

export const IdentityParams = z.object({ identity_id: idField() });
export const UnlinkedResponse = z.object({ success: z.boolean() });

const IdentityBody = z
  .object({
    id: z.string(),
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable().meta({ description: 'As it was claimed last' }),
    created_at: z.string(),
    used_at: z.string().nullable(),
  })
  .meta({ id: 'Identity' });

export const IdentityListResponse = z.object({ success: z.boolean(), identities: z.array(IdentityBody).max(100) });

export function toIdentityBody(identity: Identity): z.infer<typeof IdentityBody> {
  return toBody(IdentityBody, identity);
}
