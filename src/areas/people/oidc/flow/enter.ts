import type { BegunSession } from '../../begin-session.ts';
import { enter } from '../../enter.ts';
import { FlowFailure, type FinishContext } from './context.ts';
import { giveRoles } from './give-roles.ts';
import { findPerson, type Proved } from './join.ts';

/**
 * Begins a session of a person whom a provider proved, in place of the one that the browser had.
 * @throws FlowFailure `no_access` for those who have no account or no membership and get none
 */
export async function enterBy(ctx: FinishContext, proved: Proved): Promise<BegunSession> {
  const { provider } = proved;
  const { begun, changedIds } = await ctx.postgres.transaction(async (tx) => {
    const userId = await findPerson(tx, ctx, proved);
    if (userId === undefined) throw new FlowFailure('no_access', 'this identity has no account, and nothing lets it in');
    const roles = await giveRoles(tx, ctx, userId, proved);
    if (!roles.hasPart) throw new FlowFailure('no_access', 'the person has no membership, and nothing gives one');
    const voucher = { providerId: provider.id, organizationId: provider.organizationId };
    const subject = { by: 'oidc', provider_id: provider.id, roles: roles.changes };
    const entered = await enter(tx, ctx, { path: '/api/session/oidc/callback', owner: { userId }, subject, voucher });
    return { begun: entered, changedIds: roles.changedIds };
  });
  for (const id of changedIds) ctx.forgetKey(id);
  if (ctx.caller.session !== undefined) ctx.forgetKey(ctx.caller.session.id);
  return begun;
}
