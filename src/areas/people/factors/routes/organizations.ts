import { defineEndpoint, type AppEndpoint } from '#context';
import { getMember } from '../../members/manage-members.ts';
import { MemberParams } from '../../members/wire.ts';
import { OrganizationParams } from '../../organizations/wire.ts';
import { requireFactor } from '../require-factor.ts';
import { resetMemberFactors } from '../reset-factors.ts';
import { FactorPolicyBody, FactorPolicyResponse, ResetFactorsResponse, toResetBody } from '../wire/factors.ts';

const owned = { spec: '5', area: 'people', access: 'key', right: 'own', needsStepUp: true, audited: true } as const;

const putFactorPolicy = defineEndpoint({
  ...owned,
  method: 'PUT',
  path: '/api/organizations/{organization_id}/second-factor',
  summary: 'Have an organization ask its members for a second factor',
  description:
    'Members have seven days, counted from this call or from when they joined. From then on a session of who has none reaches only what sets one up. A person who asks for it must have one (409).',
  params: OrganizationParams,
  body: FactorPolicyBody,
  responses: { 200: FactorPolicyResponse },
  subjectOf: ({ body: { required } }) => ({ required }),
  handle: async (ctx, { params, body }) => {
    const since = await requireFactor(ctx, params.organization_id, body.required);
    return { status: 200, body: { success: true, factor_required_since: since?.toISOString() ?? null } };
  },
});

const deleteMemberFactors = defineEndpoint({
  ...owned,
  method: 'DELETE',
  path: '/api/organizations/{organization_id}/members/{user_id}/factors',
  summary: 'Take every second factor from a member',
  description:
    'For who has lost a device and the recovery codes. Ends all sessions of the member. Of who belongs to other organizations too, or runs the service, only an operator takes them (409).',
  params: MemberParams,
  responses: { 200: ResetFactorsResponse },
  subjectOf: (_input, { had_app, passkeys_removed, sessions_ended }) => ({ had_app, passkeys_removed, sessions_ended }),
  handle: async (ctx, { params }) => {
    const member = await getMember(ctx, params.organization_id, params.user_id);
    return { status: 200, body: toResetBody(await resetMemberFactors(ctx, member)) };
  },
});

export const organizationFactorEndpoints: AppEndpoint[] = [putFactorPolicy, deleteMemberFactors];
