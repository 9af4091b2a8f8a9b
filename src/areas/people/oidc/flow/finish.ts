import { hashKey } from '#http/auth.ts';
import { AppError, messageOf } from '#kernel/errors.ts';
import { IdentityError, type Claims } from '#providers/identity/index.ts';
import type { BegunSession } from '../../begin-session.ts';
import { recordSign } from '../../record-sign.ts';
import { decide, listWantedClaims } from '../decide.ts';
import { toClient, toRedirectUri, type SignInProvider } from '../provider.ts';
import { findProvider, listCountedDomains } from '../settings/store.ts';
import { maxAgeOf } from './begin.ts';
import { FlowFailure, type FinishContext } from './context.ts';
import { findBrowserToken, type Failure } from './cookies.ts';
import { enterBy } from './enter.ts';
import { linkIdentity } from './link.ts';
import { recordTest } from './record-test.ts';
import { takeFlow, type Flow } from './store.ts';

/** Where the browser goes on, and with what. */
export interface Finished {
  readonly returnTo: string;
  readonly begun?: BegunSession | undefined;
  readonly failure?: Failure | undefined;
}

export const SIGN_IN_PAGE = '/console/login';

/** Takes what a provider sent the browser back with. It never throws for what is wrong with that: the person is led to a page that says so. */
export async function finishFlow(ctx: FinishContext, parameters: Readonly<Record<string, string>>): Promise<Finished> {
  const flow = await take(ctx, parameters['state']);
  const provider = flow && (await findProvider(ctx.postgres, flow.providerId));
  try {
    if (flow === undefined || provider === undefined) throw new FlowFailure('refused', 'no sign-in of this browser waits for this answer');
    if (!provider.isEnabled && flow.purpose !== 'test') throw new FlowFailure('refused', 'the provider is switched off');
    return await go(ctx, { flow, provider, parameters });
  } catch (error) {
    const failure = nameFailure(error);
    if (failure === undefined) throw error;
    const subject = { by: 'oidc', provider_id: provider?.id ?? null, purpose: flow?.purpose ?? null, failure, why: messageOf(error) };
    await recordSign(ctx.postgres, ctx, { path: '/api/session/oidc/callback', who: undefined, subject });
    const isOfPerson = flow !== undefined && flow.purpose !== 'sign_in';
    return { returnTo: isOfPerson ? flow.returnTo : SIGN_IN_PAGE, failure };
  }
}

async function take(ctx: FinishContext, state: string | undefined): Promise<Flow | undefined> {
  const token = findBrowserToken(ctx);
  if (token === undefined || state === undefined) return undefined;
  return await takeFlow(ctx.postgres, { stateHash: hashKey(state), browserHash: hashKey(token), now: new Date(ctx.clock.realNow()) });
}

interface Answer {
  readonly flow: Flow;
  readonly provider: SignInProvider;
  readonly parameters: Readonly<Record<string, string>>;
}

async function go(ctx: FinishContext, answer: Answer): Promise<Finished> {
  const { flow, provider } = answer;
  const { returnTo, purpose } = flow;
  if (purpose === 'test') {
    await recordTest(ctx, provider, () => prove(ctx, answer));
    return { returnTo };
  }
  const claims = await prove(ctx, answer);
  if (purpose === 'link') await linkIdentity(ctx, flow, claims);
  else {
    const decision = decide(provider, claims, await listCountedDomains(ctx.postgres, provider));
    return { returnTo, begun: await enterBy(ctx, { provider, flow, claims, decision }) };
  }
  return { returnTo };
}

async function prove(ctx: FinishContext, { flow, provider, parameters }: Answer): Promise<Claims> {
  return await ctx.identityProviders.finish(await toClient(ctx, ctx.postgres, provider), {
    redirectUri: toRedirectUri(ctx),
    secrets: { state: parameters['state'] ?? '', nonce: flow.nonce, verifier: flow.verifier },
    parameters,
    maxAgeSeconds: maxAgeOf(flow.purpose),
    wantedClaims: listWantedClaims(provider),
  });
}

/** Undefined: not a failure of the sign-in, but of the service. */
function nameFailure(error: unknown): Failure | undefined {
  if (error instanceof FlowFailure || error instanceof IdentityError) return error.failure;
  // The client's secret cannot be opened, which the settings say to its owner.
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'not_configured') ? 'unavailable' : undefined;
}
