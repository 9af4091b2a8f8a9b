import { z } from 'zod';
import { descriptionField, idField, integerField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { GRANT_FIELDS, GRANT_SHOWN, GrantBody, toGrant } from '../wire/grants.ts';
import { emailField, newPasswordField } from '../wire/sessions.ts';
import type { Invitation, ShownInvitation } from './invitation.ts';
import { DAYS_DEFAULT, DAYS_MAX, type NewInvitation, type SentInvitation } from './manage-invitations.ts';

const LIMIT_DEFAULT = 50;
const MESSAGE_LENGTH_MAX = 1_000;

const InvitationBody = z
  .object({
    id: z.string(),
    email: z.string(),
    ...GRANT_SHOWN,
    message: z.string().nullable(),
    is_mailed: z.boolean().meta({ description: 'It went out by mail, so its link proves the address' }),
    invited_by: z.string().nullable().meta({ description: 'Id of the person; null: a key made it' }),
    created_at: z.string(),
    sent_at: z.string().meta({ description: 'When its newest link was made' }),
    expires_at: z.string(),
  })
  .meta({ id: 'Invitation' });

export const InvitationParams = z.object({ organization_id: idField(), invitation_id: idField() });
export const InvitationsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_DEFAULT), offset: offsetField() });
export const InviteBody = GrantBody.extend({
  email: emailField(),
  message: descriptionField(MESSAGE_LENGTH_MAX).nullish(),
  expires_in_days: integerField({ min: 1, max: DAYS_MAX }).default(DAYS_DEFAULT),
});
export const InvitationListResponse = z.object({ success: z.boolean(), invitations: z.array(InvitationBody), ...ListFields });
export const InvitedResponse = z.object({
  success: z.boolean(),
  invitation: InvitationBody,
  link: z.string().nullable().meta({ description: 'To hand over: shown this once, and null where a mail takes it there' }),
});
export const RevokedResponse = z.object({ success: z.boolean() });

export function toNewInvitation(body: z.infer<typeof InviteBody>): NewInvitation {
  return { email: body.email, grant: toGrant(body), message: body.message ?? undefined, days: body.expires_in_days };
}

export function toInvitationBody(invitation: Invitation): z.infer<typeof InvitationBody> {
  const { projectIds, screens } = invitation;
  return toBody(InvitationBody, {
    ...invitation,
    projectIds: projectIds === undefined ? null : [...projectIds],
    screens: screens === undefined ? null : [...screens],
  });
}

export function toInvitedBody({ invitation, link }: SentInvitation): z.infer<typeof InvitedResponse> {
  return { success: true, invitation: toInvitationBody(invitation), link: link ?? null };
}

const TOKEN_LENGTH_MAX = 100;
export const TokenParams = z.object({ token: z.string().min(1).max(TOKEN_LENGTH_MAX) });
export const ShownInvitationResponse = z.object({
  success: z.boolean(),
  organization: z.string(),
  role: GRANT_FIELDS.role,
  email: z.string(),
  invited_by: z.string().nullable().meta({ description: 'Name of the person; null: a key made it' }),
  message: z.string().nullable(),
  has_account: z.boolean().meta({ description: 'A person with an account signs in with it; others choose a name and a password' }),
  expires_at: z.string(),
});

export function toShownBody(shown: ShownInvitation): z.infer<typeof ShownInvitationResponse> {
  const { organizationName, role, email, inviterName, message, hasAccount, expiresAt } = shown;
  return {
    success: true,
    organization: organizationName,
    role,
    email,
    invited_by: inviterName,
    message: message ?? null,
    has_account: hasAccount,
    expires_at: expiresAt.toISOString(),
  };
}

export const AcceptBody = z.object({
  name: nameField().optional().meta({ description: 'Needed from a person without an account' }),
  password: newPasswordField().optional(),
});
export const AcceptedResponse = z.object({ success: z.boolean(), organization_id: z.string() });
