import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Channel } from '../channel.ts';

const COLUMNS = `id, organization_id, project_id, kind, name, shown_to, config, secret_ids, rotated_until, events, min_severity, quiet, state,
  state_reason, state_since, fallback_channel_id, failures, tested_at, test_id, test_arrived, created_by, created_at, updated_at`;

export async function insertChannel(sql: Sql, channel: Channel, tokenHash: Buffer | null): Promise<void> {
  await sql.query(
    `insert into channels (id, organization_id, project_id, kind, created_by, created_at, state_since, token_hash,
       name, shown_to, config, secret_ids, events, min_severity, quiet, fallback_channel_id, updated_at, state)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'on')`,
    [
      channel.id,
      channel.organizationId,
      channel.projectId,
      channel.kind,
      channel.createdBy,
      channel.createdAt,
      tokenHash,
      ...toSettings(channel),
    ],
  );
}

/** What its owner can change; another state begins now, and without failures. */
export async function updateChannelRow(sql: Sql, channel: Channel): Promise<void> {
  await sql.query(
    `update channels set name = $2, shown_to = $3, config = $4, secret_ids = $5, events = $6, min_severity = $7, quiet = $8,
       fallback_channel_id = $9, updated_at = $10, state = $11, state_reason = $12,
       state_since = case when state = $11 then state_since else $10 end,
       failures = case when state = $11 then failures else 0 end
     where id = $1`,
    [channel.id, ...toSettings(channel), channel.state, channel.stateReason],
  );
}

function toSettings(channel: Channel): unknown[] {
  return [
    channel.name,
    channel.shownTo,
    JSON.stringify(channel.config),
    JSON.stringify(channel.secretIds),
    channel.events,
    channel.minSeverity,
    channel.quiet === null ? null : JSON.stringify(channel.quiet),
    channel.fallbackChannelId,
    channel.updatedAt,
  ];
}

export async function findChannel(sql: Sql, id: string): Promise<Channel | undefined> {
  const { rows } = await sql.query<Channel>(`select ${COLUMNS} from channels where id = $1`, [id]);
  return rows[0];
}

/** The same, and others wait who would change it. */
export async function lockChannel(sql: Sql, id: string): Promise<Channel | undefined> {
  const { rows } = await sql.query<Channel>(`select ${COLUMNS} from channels where id = $1 for update`, [id]);
  return rows[0];
}

/** @returns its secrets; undefined: it was gone */
export async function deleteChannelRow(sql: Sql, id: string): Promise<Pick<Channel, 'secretIds'> | undefined> {
  const { rows } = await sql.query<Pick<Channel, 'secretIds'>>('delete from channels where id = $1 returning secret_ids', [id]);
  return rows[0];
}

/** The feed that a token leads to, unless it is off. */
export async function findFeedChannel(sql: Sql, tokenHash: Buffer): Promise<Channel | undefined> {
  const { rows } = await sql.query<Channel>(`select ${COLUMNS} from channels where token_hash = $1 and state <> 'off'`, [tokenHash]);
  return rows[0];
}

/** Other secrets, or another token, from now on. */
export async function rotateSecrets(
  sql: Sql,
  { id, secretIds, rotatedUntil, tokenHash }: Pick<Channel, 'id' | 'secretIds' | 'rotatedUntil'> & { readonly tokenHash: Buffer | null },
): Promise<void> {
  await sql.query('update channels set secret_ids = $2, rotated_until = $3, token_hash = coalesce($4, token_hash) where id = $1', [
    id,
    JSON.stringify(secretIds),
    rotatedUntil,
    tokenHash,
  ]);
}

export async function setTest(
  sql: Sql,
  { id, testId, testedAt, testArrived }: Pick<Channel, 'id' | 'testId' | 'testedAt' | 'testArrived'>,
): Promise<void> {
  await sql.query('update channels set test_id = $2, tested_at = $3, test_arrived = $4 where id = $1', [id, testId, testedAt, testArrived]);
}

export interface ChannelScope {
  readonly organizationId?: string | undefined;
  readonly projectIds?: readonly string[] | undefined;
  /** Those that this project can use. */
  readonly usableBy?: { readonly projectId: string; readonly organizationId: string } | undefined;
  readonly kind?: string | undefined;
  /** The service's own ones too. */
  readonly withService: boolean;
}

export const channelList = defineList<Channel, ChannelScope>({
  columns: COLUMNS,
  from: `from channels where ($1::text is null or organization_id = $1) and ($2::text[] is null or project_id = any($2))
    and ($3::text is null or project_id = $3 or (organization_id = $4 and project_id is null))
    and ($5::text is null or kind = $5) and ($6 or organization_id is not null)`,
  order: 'created_at, id',
  values: ({ organizationId, projectIds, usableBy, kind, withService }) => [
    organizationId,
    projectIds,
    usableBy?.projectId,
    usableBy?.organizationId,
    kind,
    withService,
  ],
});

export async function countChannels(
  sql: Sql,
  { organizationId, projectIds }: { readonly organizationId: string | null; readonly projectIds: readonly string[] | null },
): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from channels
     where case when $2::text[] is null then organization_id = $1 and project_id is null else project_id = any($2) end`,
    [organizationId, projectIds],
  );
  return rows[0]?.total ?? 0;
}
