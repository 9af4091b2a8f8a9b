import type { Sql } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';
import type { NotificationStatus } from '../notification.ts';

export interface ProjectZone {
  readonly id: string;
  readonly timeZone: string;
}

export async function listZones(sql: Sql, projectIds: readonly string[]): Promise<ProjectZone[]> {
  const { rows } = await sql.query<ProjectZone>('select id, time_zone from projects where id = any($1)', [projectIds]);
  return rows;
}

export interface LastDelivery {
  readonly channelId: string;
  readonly at: Date;
  readonly status: NotificationStatus;
  readonly error: string | null;
}

/** The newest of each channel that was sent or waits to be. */
export async function listLastDeliveries(sql: Sql, channelIds: readonly string[]): Promise<LastDelivery[]> {
  const { rows } = await sql.query<LastDelivery>(
    `select c.id as channel_id, n.at, n.status, n.error from unnest($1::text[]) as c (id), lateral (
       select coalesce(delivered_at, created_at) as at, status, error from notifications
       where channel_id = c.id and status <> 'held' order by created_at desc, id desc limit 1) n`,
    [channelIds],
  );
  return rows;
}

/** Those that a notice of this project, organization or service can go to. By id, so that two notices at once lock them in one order. */
export async function listTakers(
  sql: Sql,
  {
    organizationId,
    projectId,
    channelIds,
  }: Pick<Channel, 'organizationId' | 'projectId'> & { readonly channelIds: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from channels where organization_id is not distinct from $1 and state <> 'off'
       and (project_id is null or project_id = $2 or ($2::text is null and $3::text[] is not null)) and ($3::text[] is null or id = any($3))
     order by id`,
    [organizationId, projectId, channelIds],
  );
  return rows.map(({ id }) => id);
}

/** The channels of an organization itself and of some of its projects, for what concerns several of them; at most 1,000. */
export async function listChannelIdsOf(
  sql: Sql,
  { organizationId, projectIds }: { readonly organizationId: string; readonly projectIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from channels where organization_id = $1 and (project_id is null or project_id = any($2)) order by id limit 1000',
    [organizationId, projectIds],
  );
  return rows.map(({ id }) => id);
}

/** Which channel hears when this one fails and names none: the oldest other one of the organization itself that works. */
export async function findFallback(sql: Sql, { id, organizationId }: Pick<Channel, 'id' | 'organizationId'>): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from channels where organization_id is not distinct from $2 and project_id is null and id <> $1 and state = 'on'
     order by created_at, id limit 1`,
    [id, organizationId],
  );
  return rows[0]?.id;
}

export interface FailingChannel extends Pick<Channel, 'id' | 'name' | 'kind' | 'organizationId' | 'projectId' | 'stateReason'> {
  readonly stateSince: Date;
}

/** Channels that fail now, the longest first. */
export async function selectFailing(sql: Sql, limit: number): Promise<FailingChannel[]> {
  const { rows } = await sql.query<FailingChannel>(
    `select id, name, kind, organization_id, project_id, state_reason, state_since from channels
     where state = 'failing' order by state_since, id limit $1`,
    [limit],
  );
  return rows;
}
