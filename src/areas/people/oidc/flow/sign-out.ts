import type { RequestContext } from '#context';
import { endSession } from '../../end-sessions.ts';
import { findSessionProvider } from '../settings/store.ts';
import { toClient } from '../provider.ts';
import { SIGN_IN_PAGE } from './finish.ts';

type SignOutContext = Pick<
  RequestContext,
  'postgres' | 'clock' | 'caller' | 'forgetKey' | 'secrets' | 'identityProviders' | 'consoleUrl' | 'log'
>;

/**
 * Ends the session that asks; without one nothing is done.
 * @returns where the browser signs out at the provider that began it; undefined where there is none, or it offers none
 */
export async function signOut(ctx: SignOutContext): Promise<string | undefined> {
  const { session } = ctx.caller;
  if (session === undefined) return undefined;
  const provider = await findSessionProvider(ctx.postgres, session.id);
  await endSession(ctx, session.id);
  if (provider === undefined) return undefined;
  try {
    const returnTo = `${ctx.consoleUrl().replace(/\/+$/u, '')}${SIGN_IN_PAGE}`;
    return await ctx.identityProviders.findSignOut(await toClient(ctx, ctx.postgres, provider), returnTo);
  } catch (error) {
    ctx.log.warn({ provider: provider.id, err: error }, 'signed out here, and not at the identity provider');
    return undefined;
  }
}
