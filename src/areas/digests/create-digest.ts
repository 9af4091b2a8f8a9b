import { assertNotArchived, getProjects, requireOrganization, requireRoom, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { assertTogether, withDay } from './check-settings.ts';
import type { Digest, DigestSettings } from './digest.ts';
import { findNextSend } from './schedule/next-send.ts';
import { assertChannels, keepRecipients } from './runs/recipients.ts';
import { countDigests, insertDigest } from './store/digests.ts';

const DIGESTS_MAX = 200;

export type DigestWriter = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'consoleUrl' | 'workflows' | 'secrets' | 'mail'>;

export interface NewDigest extends Omit<DigestSettings, 'timeZone'> {
  /** Undefined: that of the project, else UTC. */
  readonly timeZone: string | undefined;
  /** Undefined: that of the projects, or of the caller. */
  readonly organizationId: string | undefined;
}

/**
 * Makes a digest.
 * @throws AppError 400 with all that does not go together; 403 for a digest of an organization without the right `manage`;
 *   `Project not found`, `Organization not found`, `Channel not found`; 409 beyond 200 digests of the organization
 */
export async function createDigest(ctx: DigestWriter, input: NewDigest): Promise<Digest> {
  const digest = await draftDigest(ctx, input);
  await ctx.postgres.transaction(async (tx) => {
    await insertDigest(tx, digest);
    await keepRecipients(ctx, tx, digest);
    await requireFewDigests(tx, digest.organizationId);
  });
  return digest;
}

/** A digest as it would be made; nothing is stored. @throws as `createDigest` */
export async function draftDigest(
  ctx: ProjectReader & Pick<RequestContext, 'clock'>,
  { organizationId: asked, timeZone, ...rest }: NewDigest,
): Promise<Digest> {
  const settings = withDay(rest);
  assertTogether(settings);
  const owner = await findDigestOwner(ctx, settings, asked);
  await assertChannels(ctx, { ...settings, organizationId: owner.organizationId });
  const now = ctx.clock.now();
  const timed = { ...settings, timeZone: timeZone ?? owner.timeZone };
  return {
    ...timed,
    projectIds: settings.scopeKind === 'organization' ? null : settings.projectIds,
    id: newId('dig_'),
    organizationId: owner.organizationId,
    nextRunAt: timed.isEnabled ? findNextSend(timed, now) : null,
    createdBy: nameOf(ctx.caller),
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * The organization that projects and channels of a digest belong to.
 * @throws AppError 400, 403 and 404 as `createDigest`
 */
export async function findDigestOwner(
  ctx: ProjectReader,
  { scopeKind, projectIds }: Pick<DigestSettings, 'scopeKind' | 'projectIds' | 'channelIds'>,
  asked: string | undefined,
): Promise<{ organizationId: string; timeZone: string }> {
  const { caller } = ctx;
  if (scopeKind === 'organization') {
    requireRight(caller, 'manage');
    const organizationId = asked ?? caller.organizationId;
    if (organizationId === undefined) throw invalid([{ path: 'organization_id', message: 'organization_id is required' }]);
    await requireOrganization(ctx, organizationId);
    return { organizationId, timeZone: 'UTC' };
  }
  if (asked !== undefined) await requireOrganization(ctx, asked);
  const projects = [...(await getProjects(ctx, projectIds ?? [])).values()];
  for (const project of projects) assertNotArchived(project);
  const [first] = projects;
  const organizationId = asked ?? first?.organizationId;
  if (first === undefined || projects.some((project) => project.organizationId !== organizationId))
    throw invalid([{ path: 'scope.project_ids', message: 'must be projects of one organization' }]);
  return { organizationId: first.organizationId, timeZone: first.timeZone };
}

async function requireFewDigests(tx: Transaction, organizationId: string): Promise<void> {
  await requireRoom(tx, {
    things: 'digests',
    owner: { id: organizationId, title: 'An organization' },
    max: DIGESTS_MAX,
    count: () => countDigests(tx, organizationId),
    hint: 'Delete one.',
  });
}
