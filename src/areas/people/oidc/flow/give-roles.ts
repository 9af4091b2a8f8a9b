import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { findOpenInvitation, takeInvitation } from '../../invitations/store.ts';
import type { Membership } from '../../members/member.ts';
import {
  countOwners,
  findMembership,
  insertMembership,
  listKeysOf,
  listMembershipsOf,
  lockMemberships,
  updateGrant,
} from '../../members/store/members.ts';
import { isOpenOrganization } from '../../organizations/store.ts';
import type { Grant } from '../../roles.ts';
import { findUserById } from '../../store/users.ts';
import { listFirstRoles, type GivenRole } from '../decide.ts';
import type { Proved } from './join.ts';

/** What a sign-in changed, or would have, for the audit log. */
export interface RoleChange {
  readonly organization_id: string;
  readonly from: string | null;
  readonly to: string;
  /** The role stayed: no other member owns the organization. */
  readonly kept_last_owner?: true;
}

export interface RolesGiven {
  /** The person may act somewhere. */
  readonly hasPart: boolean;
  readonly changes: readonly RoleChange[];
  /** Persons and keys that are to be looked up again. */
  readonly changedIds: readonly string[];
}

type RoleContext = Pick<RequestContext, 'clock'>;

/**
 * Makes a person a member where an invitation, a rule or their domain says so, and has their role follow the rules where the
 * provider is set up for that. What no claim speaks of stays, and so does the last owner.
 */
export async function giveRoles(tx: Transaction, ctx: RoleContext, userId: string, proved: Proved): Promise<RolesGiven> {
  const { provider, decision } = proved;
  const now = new Date(ctx.clock.realNow());
  const changes: RoleChange[] = [];
  const changedIds = new Set<string>();
  const note = (change: RoleChange, keyIds: readonly string[] = []): void => {
    changes.push(change);
    for (const id of [userId, ...keyIds]) changedIds.add(id);
  };
  const invited = await acceptInvitation(tx, userId, proved, now);
  if (invited !== undefined) note({ organization_id: invited.organizationId, from: null, to: invited.role });
  for (const given of listFirstRoles(provider, decision)) {
    if (!(await isOpenOrganization(tx, given.organizationId))) continue;
    const membership = {
      ...toMembership(userId, given, decision.email !== undefined),
      createdAt: now,
      createdBy: provider.id,
      usedAt: now,
    };
    if (await insertMembership(tx, membership)) note({ organization_id: given.organizationId, from: null, to: given.role });
  }
  if (provider.syncRoles)
    for (const given of decision.byRules) {
      const change = await follow(tx, userId, given);
      if (change !== undefined) note(change, await listKeysOf(tx, userId, given.organizationId));
    }
  return { hasPart: await hasPart(tx, userId, provider.organizationId), changes, changedIds: [...changedIds] };
}

/** Has a role follow the rules. @returns undefined when it is that already, or there is none */
async function follow(tx: Transaction, userId: string, given: GivenRole): Promise<RoleChange | undefined> {
  const { organizationId, role, projectIds } = given;
  await lockMemberships(tx, organizationId);
  const membership = await findMembership(tx, organizationId, userId);
  if (membership === undefined || isSame(membership, given)) return undefined;
  const change = { organization_id: organizationId, from: membership.role, to: role };
  if (membership.role === 'owner' && role !== 'owner' && (await countOwners(tx, organizationId)) <= 1)
    return { ...change, kept_last_owner: true };
  await updateGrant(tx, membership.id, { ...membership, role, projectIds });
  return change;
}

function isSame(membership: Membership, { role, projectIds }: GivenRole): boolean {
  return membership.role === role && JSON.stringify(membership.projectIds ?? null) === JSON.stringify(projectIds ?? null);
}

/** The invitation that the sign-in brought, if it is to the proved address. */
async function acceptInvitation(
  tx: Transaction,
  userId: string,
  { flow, provider, decision }: Proved,
  now: Date,
): Promise<Membership | undefined> {
  if (flow.invitationHash === null) return undefined;
  const user = await findUserById(tx, userId);
  const open = await findOpenInvitation(tx, flow.invitationHash, now);
  if (open === undefined || open.email !== user?.email || (provider.organizationId ?? open.organizationId) !== open.organizationId)
    return undefined;
  const invitation = await takeInvitation(tx, flow.invitationHash, now);
  if (invitation === undefined) return undefined;
  const { id: _id, invitedBy, isMailed, ...grant } = invitation;
  const isVerified = isMailed || decision.email === invitation.email;
  const membership = {
    ...grant,
    id: newId('mem_'),
    userId,
    emailVerified: isVerified,
    createdAt: now,
    createdBy: invitedBy ?? undefined,
    usedAt: now,
  };
  return (await insertMembership(tx, membership)) ? membership : undefined;
}

function toMembership(userId: string, { organizationId, role, projectIds }: GivenRole, emailVerified: boolean) {
  const grant: Grant = {
    role,
    projectIds,
    screens: undefined,
    hideCosts: false,
    hideVolume: false,
    csv: true,
    comment: false,
    monthlyUsd: undefined,
  };
  return { ...grant, id: newId('mem_'), userId, organizationId, emailVerified };
}

/** Whether the person has anywhere to go: in the provider's organization, or by that of the service in any. */
async function hasPart(tx: Transaction, userId: string, organizationId: string | null): Promise<boolean> {
  if (organizationId !== null)
    return (await isOpenOrganization(tx, organizationId)) && (await findMembership(tx, organizationId, userId)) !== undefined;
  const user = await findUserById(tx, userId);
  return user !== undefined && (user.isOperator || (await listMembershipsOf(tx, userId)).length > 0);
}
