import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { mayGive, type Grant, type Role } from '../roles.ts';
import type { Member, Membership } from './member.ts';
import {
  countOwners,
  deleteMembership,
  findMembership,
  listForeignProjects,
  listKeysOf,
  lockMemberships,
  memberList,
  updateGrant,
  type MemberFilter,
} from './store/members.ts';

type MemberContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'forgetKey'>;

/** The role with which the caller acts: a key that may manage an organization does what its owner may. */
export function roleOf({ caller }: Pick<RequestContext, 'caller'>): Role {
  return (caller.role ?? 'owner') as Role;
}

/** Members of an organization by name. @throws AppError `Organization not found` */
export async function listMembers(ctx: MemberContext, filter: MemberFilter & Page): Promise<{ members: Member[]; total: number }> {
  await requireOrganization(ctx, filter.organizationId);
  const { rows: members, total } = await memberList.read(ctx.postgres, filter, filter);
  return { members, total };
}

/** @throws AppError `Organization not found`, `Member not found` */
export async function getMember(ctx: MemberContext, organizationId: string, userId: string): Promise<Member> {
  const { members } = await listMembers(ctx, { organizationId, userId, limit: 1, offset: 0 });
  if (members[0] === undefined) throw notFound('Member');
  return members[0];
}

/**
 * Changes what a member may do: what is given, and leaves the rest. Holds at once in every process.
 * @throws AppError 400 for a role above the caller's own or projects of another organization, 404, 409 for the last owner
 */
export async function changeMember(ctx: MemberContext, organizationId: string, userId: string, changes: Partial<Grant>): Promise<Member> {
  await requireOrganization(ctx, organizationId);
  const keyIds = await ctx.postgres.transaction(async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    const grant = { ...member, ...changes };
    requireOver(ctx, member.role);
    await requireGrant(tx, ctx, organizationId, grant);
    if (grant.role !== 'owner') await requireOtherOwner(tx, member);
    await updateGrant(tx, member.id, grant);
    return await listKeysOf(tx, userId, organizationId);
  });
  for (const id of [userId, ...keyIds]) ctx.forgetKey(id);
  return await getMember(ctx, organizationId, userId);
}

/**
 * Ends a membership, with the sessions, personal keys and open invitations of the person in the organization: in this process when
 * the promise is kept, in the others as soon as the notification of PostgreSQL arrives. Keys of the organization stay.
 * @throws AppError 400 for a role above the caller's own, 404, 409 for the last owner
 */
export async function removeMember(ctx: MemberContext, organizationId: string, userId: string): Promise<void> {
  await requireOrganization(ctx, organizationId);
  const keyIds = await ctx.postgres.transaction(async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    if (userId !== ctx.caller.id) requireOver(ctx, member.role);
    await requireOtherOwner(tx, member);
    const ids = await listKeysOf(tx, userId, organizationId);
    await deleteMembership(tx, member, new Date(ctx.clock.realNow()));
    return ids;
  });
  for (const id of [userId, ...keyIds]) ctx.forgetKey(id);
}

/** @throws AppError 400 naming what the caller may not give away, or what is not the organization's */
export async function requireGrant(sql: Sql, ctx: Pick<RequestContext, 'caller'>, organizationId: string, grant: Grant): Promise<void> {
  const problems: FieldProblem[] = [];
  if (!mayGive(roleOf(ctx), grant.role)) problems.push({ path: 'role', message: 'must not be above your own' });
  const { projectIds } = grant;
  const own = ctx.caller.projectIds;
  if (own !== undefined && (projectIds === undefined || projectIds.some((id) => !own.includes(id))))
    problems.push({ path: 'project_ids', message: 'must be projects that you see yourself' });
  else if (projectIds !== undefined) {
    const foreign = await listForeignProjects(sql, organizationId, projectIds);
    if (foreign.length > 0)
      problems.push({ path: 'project_ids', message: `has what is no project of the organization: ${foreign.join(', ')}` });
  }
  if (problems.length > 0) throw invalid(problems);
}

async function lockMember(tx: Transaction, organizationId: string, userId: string): Promise<Membership> {
  await lockMemberships(tx, organizationId);
  return await requireMember(tx, organizationId, userId);
}

/** @throws AppError `Member not found` */
export async function requireMember(sql: Sql, organizationId: string, userId: string): Promise<Membership> {
  const member = await findMembership(sql, organizationId, userId);
  if (member === undefined) throw notFound('Member');
  return member;
}

/** @throws AppError 400 for a member whom the caller may not change */
function requireOver(ctx: Pick<RequestContext, 'caller'>, role: Role): void {
  if (!mayGive(roleOf(ctx), role)) throw invalid([{ path: 'user_id', message: 'is a member whose role is above your own' }]);
}

/** @throws AppError 409 when no other member owns the organization */
async function requireOtherOwner(tx: Transaction, { role, organizationId }: Membership): Promise<void> {
  if (role !== 'owner' || (await countOwners(tx, organizationId)) > 1) return;
  throw new AppError('conflict', 'The last owner', {
    message: 'No other member owns the organization.',
    hint: 'Make another member an owner first.',
  });
}
