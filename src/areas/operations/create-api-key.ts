import { getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { isBound, TIERS, type Caller, type Scope, type Tier } from '#http/caller.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { newApiKey, newId } from '#kernel/ids.ts';
import type { ApiKey } from './api-key.ts';
import { ensureOrganizationRow, insertApiKey } from './store.ts';

export interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tier: Tier | undefined;
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  readonly expiresAt: Date | undefined;
}

/**
 * Makes an API key inside the caller's own binding (decisions, section 5). The key itself exists
 * only in the result: what is stored is its SHA-256.
 * @throws AppError 403 for a tier above a bound caller's own, 404 for an organization or project outside its binding
 */
export async function createApiKey(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>,
  input: CreateApiKeyInput,
): Promise<{ apiKey: ApiKey; key: string }> {
  const tier = chooseTier(ctx.caller, input.tier);
  const { organizationId, projectId } = await chooseBinding(ctx, input);
  const key = newApiKey();
  const apiKey: ApiKey = {
    id: newId('key_'),
    name: input.name,
    prefix: toKeyPrefix(key),
    scopes: [...new Set(input.scopes)],
    tier,
    organizationId,
    projectId,
    // Keys live in real time (docs/configuration.md, "Sandbox").
    createdAt: new Date(ctx.clock.realNow()),
    lastUsedAt: undefined,
    expiresAt: input.expiresAt,
    revokedAt: undefined,
  };
  await ctx.postgres.transaction(async (tx) => {
    if (organizationId !== undefined) await ensureOrganizationRow(tx, organizationId, ctx.clock.now());
    await insertApiKey(tx, apiKey, hashKey(key));
  });
  return { apiKey, key };
}

/** What may be shown of a key: a quarter, of a short one too. */
export function toKeyPrefix(key: string): string {
  return key.slice(0, Math.floor(key.length / 4));
}

function chooseTier(caller: Caller, wanted: Tier | undefined): Tier {
  if (!isBound(caller)) return wanted ?? 'standard';
  const own = TIERS.indexOf(caller.tier);
  if (wanted !== undefined && TIERS.indexOf(wanted) > own)
    throw new AppError('forbidden', 'Forbidden', { message: `A bound key makes keys up to its own tier, ${caller.tier}.` });
  return wanted ?? (own < TIERS.indexOf('standard') ? caller.tier : 'standard');
}

type BindingContext = Pick<RequestContext, 'postgres' | 'caller'>;

/** The caller's own binding unless a narrower one is named. An unbound caller may name an organization that is to come. */
async function chooseBinding(
  ctx: BindingContext,
  input: CreateApiKeyInput,
): Promise<{ organizationId: string | undefined; projectId: string | undefined }> {
  const projectId = input.projectId ?? ctx.caller.projectIds?.[0];
  if (projectId === undefined) return { organizationId: chooseOrganization(ctx.caller, input.organizationId), projectId: undefined };
  const project = await getProject(ctx, projectId);
  if (input.organizationId !== undefined && input.organizationId !== project.organizationId) throw notFound('Project');
  return { organizationId: project.organizationId, projectId };
}

function chooseOrganization({ organizationId }: Caller, named: string | undefined): string | undefined {
  if (organizationId !== undefined && named !== undefined && named !== organizationId) throw notFound('Organization');
  return named ?? organizationId;
}
