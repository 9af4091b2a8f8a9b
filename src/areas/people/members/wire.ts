import { z } from 'zod';
import { idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { HIDDEN_NAMES, RIGHT_NAMES } from '#http/rights.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { toHidden, toRights, toScreens } from '../roles.ts';
import { GRANT_SHOWN } from '../wire/grants.ts';
import type { Member } from './member.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

const MemberBody = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    ...GRANT_SHOWN,
    rights: z.array(z.enum(RIGHT_NAMES)).meta({ description: 'What it comes to: `x-right` of the API document' }),
    hides: z.array(z.enum(HIDDEN_NAMES)).meta({ description: 'Fields of answers that are left out' }),
    shown_screens: GRANT_SHOWN.screens.meta({ description: 'The parts of the service that are shown; null: all' }),
    is_operator: z.boolean().meta({ description: 'Runs the service, and sees everything' }),
    email_verified: z.boolean().meta({ description: 'False: the link was handed over, and no mail proved the address' }),
    created_at: z.string(),
    created_by: z.string().nullable(),
    used_at: z.string().nullable().meta({ description: 'When they last began to act in the organization' }),
  })
  .meta({ id: 'Member' });

export const MemberParams = z.object({ organization_id: idField(), user_id: idField() });
export const MembersQuery = z.object({
  search: nameField().optional().meta({ description: 'Part of the name or e-mail address' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const MemberListResponse = z.object({ success: z.boolean(), members: z.array(MemberBody), ...ListFields });
export const MemberResponse = z.object({ success: z.boolean(), member: MemberBody });
export const RemovedResponse = z.object({ success: z.boolean() });

export function toMemberBody(member: Member): z.infer<typeof MemberBody> {
  const shown = toScreens(member);
  return toBody(MemberBody, {
    ...member,
    projectIds: member.projectIds === undefined ? null : [...member.projectIds],
    screens: member.screens === undefined ? null : [...member.screens],
    shownScreens: shown === undefined ? null : [...shown],
    rights: [...toRights(member)],
    hides: [...toHidden(member)],
  });
}

export const ViewAsBody = z.object({ user_id: idField() });
export const ViewAsResponse = z.object({ success: z.boolean(), ends_at: z.string() });
