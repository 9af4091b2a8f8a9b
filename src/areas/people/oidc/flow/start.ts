import { hashKey } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import { requireOwnSignIn } from '../own-sign-in.ts';
import { findProvider, listShownProviders, type ShownProvider } from '../settings/store.ts';
import { domainOf } from '../decide.ts';
import { beginFlow, type BeginContext, type BegunFlow } from './begin.ts';

export interface StartInput {
  readonly returnTo: string;
  /** The text in the link of an invitation. */
  readonly invitation?: string | undefined;
}

/**
 * Begins to sign a person in at a provider.
 * @throws AppError 404 for a provider that is not enabled, 502 when it does not answer as one
 */
export async function startSignIn(ctx: BeginContext, providerId: string, { returnTo, invitation }: StartInput): Promise<BegunFlow> {
  const invitationHash = invitation === undefined ? undefined : hashKey(invitation);
  return await beginFlow(ctx, await getEnabled(ctx, providerId), { purpose: 'sign_in', returnTo, invitationHash });
}

/**
 * Begins to link an identity to the person who asks.
 * @throws AppError 403 in a session that an organization's provider began, 404, 502
 */
export async function startLink(ctx: BeginContext, providerId: string, returnTo: string): Promise<BegunFlow> {
  requireOwnSignIn(ctx.caller);
  return await beginFlow(ctx, await getEnabled(ctx, providerId), { purpose: 'link', returnTo });
}

async function getEnabled({ postgres }: Pick<BeginContext, 'postgres'>, providerId: string) {
  const provider = await findProvider(postgres, providerId);
  if (provider?.isEnabled !== true) throw notFound('Sign-in provider');
  return provider;
}

/** The providers that the sign-in page shows: those that are listed, or those that speak for the domain of an address. */
export async function listProviders({ postgres }: Pick<BeginContext, 'postgres'>, email: string | undefined): Promise<ShownProvider[]> {
  return await listShownProviders(postgres, email === undefined ? undefined : domainOf(email));
}
