import { archiveProject, createOrganization, requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { makeOwnership } from '../members/member.ts';
import { insertMembership } from '../members/store/members.ts';
import {
  closeOrganization,
  listOpenProjects,
  organizationList,
  renameOrganization,
  type Organization,
  type OrganizationFilter,
} from './store.ts';

type OrganizationContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'forgetKey' | 'workflows'>;

/** Organizations that the caller sees, by name: operators and unbound keys all, others their own. */
export async function listOrganizations(ctx: OrganizationContext, page: Page): Promise<{ organizations: Organization[]; total: number }> {
  const { rows: organizations, total } = await organizationList.read(ctx.postgres, toFilter(ctx), page);
  return { organizations, total };
}

function toFilter({ caller }: OrganizationContext): OrganizationFilter {
  const { boundTo } = caller.session ?? {};
  if (caller.kind === 'user') return caller.isOperator ? {} : { userId: caller.id, organizationId: boundTo };
  return { organizationId: caller.organizationId };
}

/** @throws AppError `Organization not found` */
export async function getOrganization(ctx: OrganizationContext, organizationId: string): Promise<Organization> {
  await requireOrganization(ctx, organizationId);
  const [organization] = await organizationList.page(ctx.postgres, { organizationId }, { limit: 1, offset: 0 });
  if (organization === undefined) throw notFound('Organization');
  return organization;
}

/**
 * Makes an organization; a person who makes it owns it.
 * @throws AppError 409 when there is one with this id
 */
export async function makeOrganization(
  ctx: OrganizationContext,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Organization> {
  const { caller, clock } = ctx;
  await ctx.postgres.transaction(async (tx) => {
    if (!(await createOrganization(tx, id, clock.now(), name)))
      throw new AppError('conflict', 'Organization exists', { message: `There is an organization with the id ${id}.` });
    if (caller.kind === 'user') await insertMembership(tx, makeOwnership(caller.id, id, new Date(clock.realNow())));
  });
  return await getOrganization(ctx, id);
}

/** @throws AppError `Organization not found` */
export async function changeOrganization(
  ctx: OrganizationContext,
  organizationId: string,
  { name }: { readonly name: string },
): Promise<Organization> {
  await requireOrganization(ctx, organizationId);
  await renameOrganization(ctx.postgres, organizationId, name);
  return await getOrganization(ctx, organizationId);
}

/**
 * Closes an organization: its projects are archived, its keys, memberships and invitations end, and what it holds stays for
 * operators. Doing it again changes nothing.
 * @throws AppError `Organization not found`
 */
export async function endOrganization(ctx: OrganizationContext, organizationId: string): Promise<Organization> {
  const organization = await getOrganization(ctx, organizationId);
  for (const projectId of await listOpenProjects(ctx.postgres, organizationId)) await archiveProject(ctx, projectId);
  const now = new Date(ctx.clock.realNow());
  const ended = await ctx.postgres.transaction((tx) => closeOrganization(tx, organizationId, now));
  for (const id of ended) ctx.forgetKey(id);
  return { ...organization, closedAt: organization.closedAt ?? now, members: 0, projects: 0 };
}
