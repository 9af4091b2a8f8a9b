import { getProject, listVisibleProjectIds, requireOrganization, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import { hasRight, requireRight } from '#http/rights.ts';
import { requireUnbound } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Channel } from '../channel.ts';
import { channelList, findChannel } from '../store/channels.ts';
import { listLastDeliveries, listZones, type LastDelivery } from '../store/lookups.ts';

const NO_ZONE = 'UTC';

/** A channel with what is shown beside it. */
export interface ShownChannel extends Channel {
  readonly timeZone: string;
  readonly lastDelivery: Omit<LastDelivery, 'channelId'> | null;
  /** Ids of secrets that are not here, as after an import without secrets. */
  readonly missing: ReadonlySet<string>;
}

export type ChannelReader = ProjectReader & Pick<RequestContext, 'postgres' | 'secrets'>;

/** @throws AppError `Channel not found`, also for one that the caller may not see */
export async function getChannel(ctx: ChannelReader, id: string): Promise<ShownChannel> {
  const [shown] = await toShown(ctx, [await findSeen(ctx, id)]);
  if (shown === undefined) throw notFound('Channel');
  return shown;
}

/** The channel, if the caller may see it. @throws AppError `Channel not found` */
export async function findSeen(ctx: ProjectReader, id: string): Promise<Channel> {
  const channel = await findChannel(ctx.postgres, id);
  if (channel === undefined || !canSee(ctx.caller, channel)) throw notFound('Channel');
  return channel;
}

/** The channel, if the caller may change it. @throws AppError `Channel not found`, `Forbidden` */
export async function findOwn(ctx: ProjectReader, id: string): Promise<Channel> {
  const channel = await findSeen(ctx, id);
  requireOwner(ctx.caller, channel);
  return channel;
}

/** A project's channels are for who edits it, an organization's for who manages it, the service's for operators. @throws AppError `Forbidden` */
export function requireOwner(caller: Caller, { organizationId, projectId }: Pick<Channel, 'organizationId' | 'projectId'>): void {
  requireRight(caller, projectId !== null ? 'edit' : organizationId !== null ? 'manage' : 'operate');
  if (organizationId === null) requireUnbound(caller);
}

export interface ListChannelsInput extends Page {
  readonly projectId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly kind?: string | undefined;
}

/** Channels that the caller sees, the oldest first. @throws AppError 404 for a project or organization that the caller may not see */
export async function listChannels(ctx: ChannelReader, input: ListChannelsInput): Promise<{ channels: ShownChannel[]; total: number }> {
  const { projectId, organizationId, kind, ...page } = input;
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  if (organizationId !== undefined) await requireOrganization(ctx, organizationId);
  const { caller } = ctx;
  const scope = {
    organizationId: organizationId ?? caller.organizationId,
    projectIds: caller.projectIds === undefined ? undefined : await listVisibleProjectIds(ctx),
    usableBy: project && { projectId: project.id, organizationId: project.organizationId },
    kind,
    withService: seesService(caller),
  };
  const { rows, total } = await channelList.read(ctx.postgres, scope, page);
  return { channels: await toShown(ctx, rows), total };
}

/**
 * Those of these ids that a project can send to, for who names them in a rule or digest.
 * @param projectId null: of the organization alone
 * @throws AppError `Channel not found` when the caller may not see one, or it is of another project
 */
export async function getChannels(
  ctx: ProjectReader,
  { ids, organizationId, projectId }: { readonly ids: readonly string[] } & Pick<Channel, 'organizationId' | 'projectId'>,
): Promise<Channel[]> {
  const found: Channel[] = [];
  for (const id of new Set(ids)) {
    const channel = await findSeen(ctx, id);
    const fits =
      channel.organizationId === organizationId && (projectId === null || channel.projectId === null || channel.projectId === projectId);
    if (!fits) throw notFound('Channel');
    found.push(channel);
  }
  return found;
}

function canSee(caller: Caller, { organizationId, projectId }: Channel): boolean {
  if (organizationId === null) return seesService(caller);
  if (caller.organizationId !== undefined && caller.organizationId !== organizationId) return false;
  return caller.projectIds === undefined || (projectId !== null && caller.projectIds.includes(projectId));
}

function seesService(caller: Caller): boolean {
  return !isBound(caller) && hasRight(caller, 'operate');
}

async function toShown({ postgres, secrets }: ChannelReader, channels: readonly Channel[]): Promise<ShownChannel[]> {
  const secretIds = channels.flatMap((channel) => Object.values(channel.secretIds));
  const [zones, last, known] = await Promise.all([
    listZones(
      postgres,
      channels.flatMap(({ projectId }) => projectId ?? []),
    ),
    listLastDeliveries(
      postgres,
      channels.map(({ id }) => id),
    ),
    secrets.listKnown(postgres, secretIds),
  ]);
  const zoneOf = new Map(zones.map(({ id, timeZone }) => [id, timeZone]));
  const lastOf = new Map(last.map(({ channelId, ...delivery }) => [channelId, delivery]));
  return channels.map((channel) => ({
    ...channel,
    timeZone: zoneOf.get(channel.projectId ?? '') ?? NO_ZONE,
    lastDelivery: lastOf.get(channel.id) ?? null,
    missing: new Set(Object.values(channel.secretIds).filter((id) => !known.has(id))),
  }));
}
