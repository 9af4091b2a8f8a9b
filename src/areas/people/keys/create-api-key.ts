import { createOrganization, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey, unauthorized } from '#http/auth.ts';
import { TIERS, type Caller, type Scope, type Tier } from '#http/caller.ts';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newApiKey, newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { ApiKey } from './api-key.ts';
import { countKeysOf, lockApiKeys, findApiKeyById } from '../store/key-families.ts';
import { insertApiKey } from '../store/keys.ts';

/** Bound keys through which a key may be made: what one of them spends is counted for each of its makers. */
const BOUND_MAKERS_MAX = 10;

export interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tier: Tier | undefined;
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  readonly expiresAt: Date | undefined;
  /** Set: a key for assistants (`ApiKey`). */
  readonly monthlyUsd?: number | undefined;
  readonly approvalAboveUsd?: number | undefined;
  /** Set: a key of this person, which may do at most what the person may. */
  readonly userId?: string;
}

type CreateContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config'>;

/**
 * Makes an API key that has no more than its maker: its binding, its tier and its end. The key itself exists only
 * in the result: what is stored is its SHA-256.
 * @throws AppError 400 for an end in the past, 401 when the maker has been revoked meanwhile, 403 for a tier or an
 *   end above the maker's, 404 for an organization or project outside its binding, 409 when the organization has as
 *   many keys as it may have
 */
export async function createApiKey(ctx: CreateContext, input: CreateApiKeyInput): Promise<{ apiKey: ApiKey; key: string }> {
  // The end of a key is in real time (docs/configuration.md, "Sandbox").
  const now = new Date(ctx.clock.realNow());
  if (input.expiresAt !== undefined && input.expiresAt <= now) throw invalid([{ path: 'expires_at', message: 'must be in the future' }]);
  requireAssistantScopes(input);
  const tier = chooseTier(ctx.caller, input.tier);
  const binding = await chooseBinding(ctx, input);
  const key = newApiKey();
  const apiKey = await ctx.postgres.transaction(async (tx) => {
    await lockApiKeys(tx);
    const maker = await findApiKeyById(tx, ctx.caller.id);
    if (maker !== undefined && !isValid(maker, now)) throw unauthorized();
    const made: ApiKey = {
      id: newId('key_'),
      name: input.name,
      prefix: toKeyPrefix(key),
      scopes: [...new Set(input.scopes)],
      tier,
      ...binding,
      userId: input.userId,
      monthlyUsd: input.monthlyUsd,
      approvalAboveUsd: input.approvalAboveUsd,
      createdBy: ctx.caller.id,
      boundMakers: listBoundMakers(maker),
      createdAt: now,
      lastUsedAt: undefined,
      expiresAt: chooseEnd(maker, input.expiresAt),
      revokedAt: undefined,
    };
    await ensureRoom(ctx, tx, made);
    await insertApiKey(tx, made, hashKey(key));
    return made;
  });
  return { apiKey, key };
}

/** @throws AppError 400 for limits of an assistant on a key that could change limits */
function requireAssistantScopes({ scopes, monthlyUsd, approvalAboveUsd }: CreateApiKeyInput): void {
  if (monthlyUsd === undefined && approvalAboveUsd !== undefined)
    throw invalid([{ path: 'approval_above_usd', message: 'is for keys of assistants: say `monthly_usd` too' }]);
  if (monthlyUsd === undefined || scopes.every((scope) => scope === 'read' || scope === 'write')) return;
  throw invalid([{ path: 'scopes', message: 'of a key for assistants (`monthly_usd`) must be `read` or `write`' }]);
}

/** What may be shown of a key: a quarter, of a short one too. */
export function toKeyPrefix(key: string): string {
  return key.slice(0, Math.floor(key.length / 4));
}

function isValid({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

function chooseTier(caller: Caller, wanted: Tier | undefined): Tier {
  const own = TIERS.indexOf(caller.tier);
  if (wanted !== undefined && TIERS.indexOf(wanted) > own) throw forbidden(`A key makes keys up to its own tier, ${caller.tier}.`);
  return wanted ?? (own < TIERS.indexOf('standard') ? caller.tier : 'standard');
}

function chooseEnd(maker: ApiKey | undefined, wanted: Date | undefined): Date | undefined {
  const last = maker?.expiresAt;
  if (last !== undefined && wanted !== undefined && wanted > last)
    throw forbidden(`A key makes keys that end no later than itself, ${last.toISOString()}.`);
  return wanted ?? last;
}

function listBoundMakers(maker: ApiKey | undefined): readonly string[] {
  if (maker === undefined || (maker.organizationId ?? maker.projectId) === undefined) return [];
  const makers = [...maker.boundMakers, maker.id];
  if (makers.length > BOUND_MAKERS_MAX)
    throw forbidden(`This key was made through ${BOUND_MAKERS_MAX} others and makes no further ones: use one of those that made it.`);
  return makers;
}

/** Adds the organization unless it is there. @throws AppError 409 when it has as many keys as it may have */
async function ensureRoom({ clock, config }: CreateContext, tx: Transaction, { organizationId, createdAt }: ApiKey): Promise<void> {
  if (organizationId === undefined) return;
  await createOrganization(tx, organizationId, clock.now());
  const limit = config.keysPerOrganizationMax;
  if ((await countKeysOf(tx, organizationId, createdAt)) < limit) return;
  throw new AppError('conflict', 'Too many API keys', {
    message: `The organization has ${limit} valid API keys, and KEYS_PER_ORGANIZATION_MAX allows no more.`,
    hint: 'Revoke keys that are not used, or raise KEYS_PER_ORGANIZATION_MAX.',
  });
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

function forbidden(message: string): AppError {
  return new AppError('forbidden', 'Forbidden', { message });
}
