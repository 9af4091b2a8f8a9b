import { assertNotArchived, getProject, requireOrganization, requireRoomOfOwner, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { nameOf } from '#http/caller.ts';
import { invalid } from '#kernel/errors.ts';
import { newId, newShareToken } from '#kernel/ids.ts';
import type { Channel } from '../channel.ts';
import { findKind } from '../kinds/index.ts';
import { countChannels, insertChannel } from '../store/channels.ts';
import { assertFallback } from './assert-fallback.ts';
import { checkConfig } from './check-config.ts';
import { getChannel, requireOwner, type ShownChannel } from './get-channel.ts';
import { newSigningSecret, sealSecrets, SIGNING, splitConfig } from './secrets.ts';

/** Of one project, and of one organization itself. */
const CHANNELS_MAX = 50;

export type ChannelWriter = ProjectReader &
  Pick<RequestContext, 'postgres' | 'clock' | 'secrets' | 'channelDoor' | 'workflows' | 'live' | 'mail' | 'consoleUrl'>;

export interface NewChannel {
  readonly organizationId: string | undefined;
  readonly projectId: string | undefined;
  readonly kind: string;
  readonly config: Record<string, unknown>;
  readonly settings: Pick<Channel, 'name' | 'events' | 'minSeverity' | 'quiet' | 'fallbackChannelId'>;
}

/** What is shown once, under the names of the wire. */
export interface ShownOnce {
  readonly signing_secret?: string;
  readonly feed_path?: string;
}

/**
 * Sets a channel up. What it is signed with, or read by, exists in the result alone.
 * @throws AppError 404 for a project, organization or fallback that the caller may not see; 400 for an address that is not public;
 *   `Forbidden`; 409 for too many, or an archived project; `not_configured` without a key for secrets
 */
export async function createChannel(ctx: ChannelWriter, input: NewChannel): Promise<{ channel: ShownChannel; shown: ShownOnce }> {
  const owner = await findChannelOwner(ctx, input);
  requireOwner(ctx.caller, owner);
  const kind = findKind(input.kind);
  if (kind === undefined) throw invalid([{ path: 'kind', message: 'must be a kind of this release' }]);
  const config = checkConfig(ctx, kind, input.config);
  await assertFallback(ctx, { ...owner, id: undefined, fallbackChannelId: input.settings.fallbackChannelId });
  const { open, secret } = splitConfig(kind, config);
  const signing = kind.isSigned === true ? newSigningSecret() : undefined;
  const token = kind.isFeed === true ? newShareToken() : undefined;
  const now = new Date(ctx.clock.realNow());
  const id = newId('chn_');
  await ctx.postgres.transaction(async (tx) => {
    const values = { ...secret, ...(signing === undefined ? {} : { [SIGNING]: signing }) };
    const secretIds = await sealSecrets(ctx, tx, { channel: { ...owner, secretIds: {} }, values });
    const channel = { ...START, ...input.settings, ...owner, id, kind: kind.kind, shownTo: kind.mask(config), config: open, secretIds };
    const made = { createdBy: nameOf(ctx.caller), createdAt: now, updatedAt: now, stateSince: now };
    await insertChannel(tx, { ...channel, ...made }, token === undefined ? null : hashKey(token));
    await kind.afterSave?.(ctx, tx, channel, config);
    await requireRoomOfOwner(tx, owner, { things: 'channels', max: CHANNELS_MAX, count: (by) => countChannels(tx, by) });
  });
  return { channel: await getChannel(ctx, id), shown: toShownOnce({ signing, token }) };
}

const START = {
  state: 'on',
  stateReason: null,
  failures: 0,
  rotatedUntil: null,
  testedAt: null,
  testId: null,
  testArrived: null,
} as const;

export function toShownOnce({ signing, token }: { readonly signing: string | undefined; readonly token: string | undefined }): ShownOnce {
  return {
    ...(signing === undefined ? {} : { signing_secret: signing }),
    ...(token === undefined ? {} : { feed_path: `/api/public/feeds/${token}` }),
  };
}

async function findChannelOwner(
  ctx: ProjectReader,
  { organizationId, projectId }: Pick<NewChannel, 'organizationId' | 'projectId'>,
): Promise<Pick<Channel, 'organizationId' | 'projectId'>> {
  if (projectId !== undefined) {
    const project = await getProject(ctx, projectId);
    if (organizationId !== undefined && organizationId !== project.organizationId)
      throw invalid([{ path: 'organization_id', message: 'must be the organization of the project' }]);
    assertNotArchived(project);
    return { organizationId: project.organizationId, projectId };
  }
  const of = organizationId ?? ctx.caller.organizationId;
  if (of !== undefined) await requireOrganization(ctx, of);
  if (ctx.caller.projectIds !== undefined) throw invalid([{ path: 'project_id', message: 'project_id is required' }]);
  return { organizationId: of ?? null, projectId: null };
}
