import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { MINUTE_MS } from '#kernel/durations.ts';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { requireOwnSignIn } from '../oidc/own-sign-in.ts';
import { managesOthers } from '../roles.ts';
import { moveSession } from '../store/sessions.ts';
import { isOpenOrganization } from '../organizations/store.ts';
import { requireMember } from './manage-members.ts';
import { noteUse } from './store/members.ts';

const VIEW_MS = 15 * MINUTE_MS;

type ViewContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'forgetKey'>;

/**
 * Shows the organization as a member sees it, for 15 minutes and without changing anything.
 * @returns when it ends
 * @throws AppError 400 for a member who manages others, 403 for those who do not, 404 for a person who is no member
 */
export async function viewAs(ctx: ViewContext, organizationId: string, userId: string): Promise<Date> {
  const { postgres, caller, clock } = ctx;
  await requireOrganization(ctx, organizationId);
  if (caller.session === undefined || caller.organizationId === undefined) throw noOrganization();
  const member = await requireMember(postgres, organizationId, userId);
  if (managesOthers(member.role)) throw invalid([{ path: 'user_id', message: 'is a member who manages others' }]);
  const endsAt = new Date(clock.realNow() + VIEW_MS);
  await moveSession(postgres, caller.session.id, { organizationId, viewed: { membershipId: member.id, endsAt } });
  ctx.forgetKey(caller.session.id);
  return endsAt;
}

/** Ends the look through another person's eyes; without one nothing is done. */
export async function endView(ctx: ViewContext): Promise<void> {
  const { caller, postgres } = ctx;
  if (caller.session === undefined || caller.viewsAs === undefined) return;
  await moveSession(postgres, caller.session.id, { organizationId: caller.organizationId ?? null });
  ctx.forgetKey(caller.session.id);
}

/**
 * Has the person of a session act in an organization from now on, or an operator in the whole service.
 * @throws AppError `Organization not found`, also for one in which the person has no part; 403 where a provider vouches for another alone
 */
export async function actIn(ctx: ViewContext, organizationId: string | null): Promise<void> {
  const { caller, postgres } = ctx;
  if (caller.session === undefined) return;
  if (caller.session.boundTo !== organizationId) requireOwnSignIn(caller);
  const isAllowed = organizationId === null ? caller.isOperator : await hasPart(ctx, organizationId);
  if (!isAllowed) throw notFound('Organization');
  await moveSession(postgres, caller.session.id, { organizationId });
  ctx.forgetKey(caller.session.id);
}

async function hasPart({ postgres, caller, clock }: ViewContext, organizationId: string): Promise<boolean> {
  if (await noteUse(postgres, { userId: caller.id, organizationId, now: new Date(clock.realNow()) })) return true;
  return caller.isOperator === true && (await isOpenOrganization(postgres, organizationId));
}

function noOrganization(): AppError {
  return new AppError('forbidden', 'Forbidden', { message: 'Choose an organization to act in first.' });
}
