import type { IdentityClient, ProviderFacts } from '#providers/identity/index.ts';
import { IdentityError } from '#providers/identity/index.ts';
import { readClaims } from '#providers/identity/read-claims.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { beginFlow, type BeginContext, type BegunFlow } from '../flow/begin.ts';
import { decide, listFirstRoles, type Decision, type GivenRole } from '../decide.ts';
import { findIdentity } from '../identities/store.ts';
import { toClient, toUnavailable, type SignInProvider } from '../provider.ts';
import { findUserByEmail } from '../../store/users.ts';
import { getProvider, type SettingsContext } from './manage-provider.ts';
import { listCountedDomains, listEnabledProviders } from './store.ts';

export interface TestBegun extends BegunFlow {
  readonly facts: ProviderFacts;
}

/**
 * Begins a sign-in without a session at its end: what comes of it is kept with the provider.
 * @throws AppError 404, 502 when the provider does not answer as one, with what it says
 */
export async function beginTest(ctx: SettingsContext & BeginContext, organizationId: string | null, returnTo: string): Promise<TestBegun> {
  const { provider } = await getProvider(ctx, organizationId);
  try {
    const facts = await ctx.identityProviders.describe(await toClient(ctx, ctx.postgres, provider));
    return { facts, ...(await beginFlow(ctx, provider, { purpose: 'test', returnTo })) };
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** What a sign-in of the person of the newest test would come to. */
export interface TestResult {
  readonly provider: SignInProvider;
  readonly account: 'known' | 'joined' | 'made' | 'refused' | null;
  readonly roles: readonly GivenRole[];
  /** The claims say nothing that a rule asks for. */
  readonly isSilent: boolean;
}

/** @throws AppError 404 */
export async function getTest(ctx: SettingsContext, organizationId: string | null): Promise<TestResult> {
  const { provider } = await getProvider(ctx, organizationId);
  if (provider.testClaims === null) return { provider, account: null, roles: [], isSilent: false };
  const claims = readClaims(provider.testClaims);
  const decision = decide(provider, claims, await listCountedDomains(ctx.postgres, provider));
  const isKnown = (await findIdentity(ctx.postgres, claims.issuer, claims.subject)) !== undefined;
  const account = isKnown ? 'known' : await findAccount(ctx, provider, decision);
  const roles = provider.syncRoles && decision.byRules.length > 0 ? decision.byRules : listFirstRoles(provider, decision);
  return { provider, account, roles, isSilent: decision.isSilent };
}

async function findAccount(
  { postgres }: SettingsContext,
  provider: SignInProvider,
  decision: Decision,
): Promise<'joined' | 'made' | 'refused'> {
  if (decision.email === undefined) return 'refused';
  if ((await findUserByEmail(postgres, decision.email)) !== undefined) return decision.isAddressProved ? 'joined' : 'refused';
  return listFirstRoles(provider, decision).length > 0 ? 'made' : 'refused';
}

/** How an enabled provider stands, for `sightline doctor`. */
export interface CheckedProvider {
  readonly id: string;
  readonly organizationId: string | null;
  readonly issuer: string;
  readonly problems: readonly string[];
}

/** Reads what each enabled provider says of itself. */
export async function checkProviders(ctx: Pick<RequestContext, 'postgres' | 'secrets' | 'identityProviders'>): Promise<CheckedProvider[]> {
  const providers = await listEnabledProviders(ctx.postgres);
  return await Promise.all(
    providers.map(async (provider) => {
      const { id, organizationId, issuer } = provider;
      return { id, organizationId, issuer, problems: await findProblems(ctx, provider) };
    }),
  );
}

async function findProblems(
  ctx: Pick<RequestContext, 'postgres' | 'secrets' | 'identityProviders'>,
  provider: SignInProvider,
): Promise<readonly string[]> {
  try {
    const client: IdentityClient = await toClient(ctx, ctx.postgres, provider);
    return (await ctx.identityProviders.describe(client)).problems;
  } catch (error) {
    if (error instanceof IdentityError || error instanceof AppError) return [error.message];
    throw error;
  }
}
