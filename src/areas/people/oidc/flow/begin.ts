import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { toClient, toRedirectUri, toUnavailable, type SignInProvider } from '../provider.ts';
import { keepBrowserToken } from './cookies.ts';
import { insertFlow, type Purpose } from './store.ts';

const FLOW_MS = 10 * MINUTE_MS;

export type BeginContext = Pick<
  RequestContext,
  'postgres' | 'clock' | 'config' | 'client' | 'caller' | 'secrets' | 'identityProviders' | 'consoleUrl'
>;

export interface NewFlow {
  readonly purpose: Purpose;
  /** A path of the console. */
  readonly returnTo: string;
  /** Of an invitation that is to be accepted. */
  readonly invitationHash?: Uint8Array | undefined;
}

/** Where the browser is to be sent, and the cookie that it keeps meanwhile. */
export interface BegunFlow {
  readonly url: string;
  readonly cookie: string;
}

/** How old a proof may be that is asked for again: none, so that a person proves themselves now. */
export function maxAgeOf(purpose: Purpose): number | undefined {
  return purpose === 'step_up' ? 0 : undefined;
}

/**
 * Begins a sign-in at a provider, for one answer to the browser that asks, within ten minutes.
 * @throws AppError 502 when the provider does not answer as one
 */
export async function beginFlow(ctx: BeginContext, provider: SignInProvider, flow: NewFlow): Promise<BegunFlow> {
  const { postgres, caller, clock } = ctx;
  const { purpose, returnTo, invitationHash = null } = flow;
  const client = await toClient(ctx, postgres, provider);
  const request = { redirectUri: toRedirectUri(ctx), maxAgeSeconds: maxAgeOf(purpose) };
  const { url, secrets } = await ctx.identityProviders.begin(client, request).catch((error: unknown) => {
    throw toUnavailable(error);
  });
  const { token, cookie } = keepBrowserToken(ctx, FLOW_MS);
  const now = clock.realNow();
  const isOfPerson = caller.kind === 'user' && purpose !== 'sign_in';
  await postgres.transaction((tx) =>
    insertFlow(
      tx,
      {
        stateHash: hashKey(secrets.state),
        browserHash: hashKey(token),
        providerId: provider.id,
        purpose,
        nonce: secrets.nonce,
        verifier: secrets.verifier,
        userId: isOfPerson ? caller.id : null,
        sessionId: isOfPerson ? (caller.session?.id ?? null) : null,
        invitationHash,
        returnTo,
        endsAt: new Date(now + FLOW_MS),
      },
      new Date(now),
    ),
  );
  return { url, cookie };
}
