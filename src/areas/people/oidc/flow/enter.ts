import { beginSession, type BegunSession } from '../../begin-session.ts';
import { recordSign } from '../../record-sign.ts';
import { deleteSessionById } from '../../store/sessions.ts';
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
    const session = await beginSession(tx, ctx, { userId }, { providerId: provider.id, organizationId: provider.organizationId });
    if (ctx.caller.session !== undefined) await deleteSessionById(tx, ctx.caller.session.id);
    const subject = { by: 'oidc', provider_id: provider.id, session_id: session.session.id, roles: roles.changes };
    await recordSign(tx, ctx, { path: '/api/session/oidc/callback', who: { kind: 'user', id: userId }, subject });
    return { begun: session, changedIds: roles.changedIds };
  });
  for (const id of changedIds) ctx.forgetKey(id);
  if (ctx.caller.session !== undefined) ctx.forgetKey(ctx.caller.session.id);
  return begun;
}
