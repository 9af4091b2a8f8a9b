import type { Claims } from '#providers/identity/index.ts';
import { recordSign } from '../../record-sign.ts';
import { findIdentity, insertIdentity, listIdentityRows, lockIdentitiesOf, lockIdentity } from '../identities/store.ts';
import { FlowFailure, type FinishContext } from './context.ts';
import { toIdentity } from './join.ts';
import type { Flow } from './store.ts';

const IDENTITIES_MAX = 20;

/**
 * Links an identity to the person who asked for it, in the session that asked.
 * @throws FlowFailure for another session, or an identity of another person
 */
export async function linkIdentity(ctx: FinishContext, flow: Flow, claims: Claims): Promise<void> {
  const userId = requireSameSession(ctx, flow);
  const now = new Date(ctx.clock.realNow());
  await ctx.postgres.transaction(async (tx) => {
    await lockIdentity(tx, claims.issuer, claims.subject);
    const known = await findIdentity(tx, claims.issuer, claims.subject);
    if (known !== undefined && known.userId !== userId) throw new FlowFailure('refused', 'the identity is linked to another account');
    if (known !== undefined) return;
    await lockIdentitiesOf(tx, userId);
    if ((await listIdentityRows(tx, userId)).length >= IDENTITIES_MAX)
      throw new FlowFailure('refused', `a person has at most ${IDENTITIES_MAX} identities`);
    const identity = toIdentity(claims);
    await insertIdentity(tx, { ...identity, userId, createdAt: now, usedAt: now });
    const subject = { linked_identity: identity.id, issuer: claims.issuer };
    await recordSign(tx, ctx, { path: '/api/session/oidc/callback', who: { kind: 'user', id: userId }, subject });
  });
}

/** @returns whose it is @throws FlowFailure when the browser is signed in otherwise by now */
export function requireSameSession({ caller }: Pick<FinishContext, 'caller'>, { userId, sessionId }: Flow): string {
  if (userId !== null && caller.kind === 'user' && caller.id === userId && caller.session?.id === sessionId) return userId;
  throw new FlowFailure('refused', 'the session that asked has ended');
}
