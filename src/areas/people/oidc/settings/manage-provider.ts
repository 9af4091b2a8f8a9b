import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { listForeignProjects } from '../../members/store/members.ts';
import { PROVIDER_SECRET, type ProviderSettings, type SignInProvider } from '../provider.ts';
import { deleteProvider, deleteSessionsBy, findProviderOf, listCountedDomains, upsertProvider } from './store.ts';

export type SettingsContext = Pick<
  RequestContext,
  'postgres' | 'caller' | 'clock' | 'secrets' | 'identityProviders' | 'forgetKey' | 'consoleUrl' | 'client'
>;

/** A provider as its owner sees it. */
export interface ShownSettings {
  readonly provider: SignInProvider;
  /** Domains that no record proves: their addresses do not count. */
  readonly unprovedDomains: readonly string[];
}

/**
 * @param organizationId null: that of the whole service
 * @throws AppError `Organization not found`, `Sign-in provider not found`
 */
export async function getProvider(ctx: SettingsContext, organizationId: string | null): Promise<ShownSettings> {
  if (organizationId !== null) await requireOrganization(ctx, organizationId);
  const provider = await findProviderOf(ctx.postgres, organizationId);
  if (provider === undefined) throw notFound('Sign-in provider');
  const counted = await listCountedDomains(ctx.postgres, provider);
  return { provider, unprovedDomains: provider.domains.filter((domain) => !counted.has(domain)) };
}

export interface ProviderInput extends ProviderSettings {
  /** Undefined: the one that is kept; null: none. */
  readonly clientSecret: string | null | undefined;
}

/**
 * Sets the provider of an organization or of the service, in the place of the one before. Sessions that another issuer or
 * client began end, and so do all when it is switched off.
 * @throws AppError 400 naming what is wrong, 404, 409 when passwords are switched off before a test succeeded
 */
export async function putProvider(ctx: SettingsContext, organizationId: string | null, input: ProviderInput): Promise<ShownSettings> {
  const { postgres, secrets, clock } = ctx;
  if (organizationId !== null) await requireOrganization(ctx, organizationId);
  await requireValid(ctx, organizationId, input);
  const ended = await postgres.transaction(async (tx) => {
    const before = await findProviderOf(tx, organizationId);
    const { clientSecret, ...settings } = input;
    const isSameIssuer = before?.issuer === input.issuer && before.clientId === input.clientId;
    const isSameClient = isSameIssuer && (clientSecret === undefined || (clientSecret === null && before.secretId === null));
    requireTested(input, isSameClient ? before : undefined);
    let secretId = before?.secretId ?? null;
    if (clientSecret === null || (clientSecret === undefined && !isSameIssuer)) {
      if (secretId !== null) await secrets.remove(tx, secretId);
      secretId = null;
    } else if (clientSecret !== undefined) {
      if (secretId === null) secretId = await secrets.put(tx, { kind: PROVIDER_SECRET, organizationId, text: clientSecret });
      else await secrets.change(tx, secretId, clientSecret);
    }
    const id = before?.id ?? newId('idp_');
    await upsertProvider(tx, { ...settings, id, organizationId, secretId }, { now: new Date(clock.realNow()), isSameClient });
    return isSameIssuer && settings.isEnabled ? [] : await deleteSessionsBy(tx, id);
  });
  for (const id of ended) ctx.forgetKey(id);
  return await getProvider(ctx, organizationId);
}

/** Removes it, with its secret and the sessions that it began. Identities stay. @throws AppError 404 */
export async function removeProvider(ctx: SettingsContext, organizationId: string | null): Promise<void> {
  const { provider } = await getProvider(ctx, organizationId);
  const ended = await ctx.postgres.transaction(async (tx) => {
    const ids = await deleteSessionsBy(tx, provider.id);
    await deleteProvider(tx, provider.id);
    if (provider.secretId !== null) await ctx.secrets.remove(tx, provider.secretId);
    return ids;
  });
  for (const id of ended) ctx.forgetKey(id);
}

/** @throws AppError 400 naming every wrong field */
async function requireValid(ctx: SettingsContext, organizationId: string | null, input: ProviderInput): Promise<void> {
  const problems: FieldProblem[] = [];
  const problem = ctx.identityProviders.findIssuerProblem(input.issuer);
  if (problem !== undefined) problems.push({ path: 'issuer', message: problem });
  if (organizationId === null && input.creates === 'domain')
    problems.push({ path: 'creates', message: 'must be never or rules: a domain names no organization of the service' });
  for (const [at, rule] of input.rules.entries()) {
    if ((rule.organizationId === undefined) !== (organizationId !== null))
      problems.push({
        path: `rules[${at}].organization_id`,
        message: organizationId === null ? 'is required for the whole service' : 'is for the whole service only',
      });
    const owner = organizationId ?? rule.organizationId;
    if (owner === undefined || rule.projectIds === undefined) continue;
    for (const id of await listForeignProjects(ctx.postgres, owner, rule.projectIds))
      problems.push({ path: `rules[${at}].project_ids`, message: `${id} is no project of the organization` });
  }
  if (problems.length > 0) throw invalid(problems);
}

/** Passwords go only where another way is known to lead in. @throws AppError 409 */
function requireTested({ isPasswordAllowed, isEnabled }: ProviderSettings, before: SignInProvider | undefined): void {
  if (isPasswordAllowed) return;
  if (isEnabled && before !== undefined && before.testedAt !== null && before.testProblem === null) return;
  throw new AppError('conflict', 'Not tested', {
    message: 'Passwords can be switched off once the provider is enabled and a test of it has succeeded.',
    hint: 'Begin a test with POST on its path with /test, sign in there, and try again.',
  });
}
