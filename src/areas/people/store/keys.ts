import type { KeyRecord } from '#http/auth.ts';
import type { Tier } from '#http/caller.ts';
import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { ApiKey, Binding } from '../keys/api-key.ts';
import { toReach } from '../members/member.ts';
import { MEMBERSHIP_JSON, parseMembership, type MembershipRow } from '../members/store/rows.ts';

/** A key with null where it has nothing. */
export type KeyRow = { readonly [Name in keyof ApiKey]: undefined extends ApiKey[Name] ? NonNullable<ApiKey[Name]> | null : ApiKey[Name] };

export const API_KEY_COLUMNS = `id, name, key_prefix as prefix, scopes, tier, organization_id, project_id, created_by, bound_makers,
  created_at, last_used_at, expires_at, revoked_at, user_id, monthly_usd, approval_above_usd`;

export async function insertApiKey(sql: Sql, key: ApiKey, hash: Uint8Array): Promise<void> {
  await sql.query(
    `insert into api_keys (id, name, key_prefix, key_hash, scopes, tier, organization_id, project_id, created_by, bound_makers, created_at, expires_at, user_id,
       monthly_usd, approval_above_usd)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      key.id,
      key.name,
      key.prefix,
      hash,
      key.scopes,
      key.tier,
      key.organizationId ?? null,
      key.projectId ?? null,
      key.createdBy ?? null,
      key.boundMakers,
      key.createdAt,
      key.expiresAt ?? null,
      key.userId ?? null,
      key.monthlyUsd ?? null,
      key.approvalAboveUsd ?? null,
    ],
  );
}

/** Whose keys are listed. */
export type KeyFilter = Binding & { readonly userId?: string };

/** A condition whose first parameters are those of `toBindingValues`. */
export const IS_VISIBLE = `($1::text is null or organization_id = $1) and ($2::text[] is null or project_id = any($2))`;

/** Newest first; without personal keys, which are for their owners to see. */
export const apiKeyList = defineList<KeyRow, KeyFilter, ApiKey>({
  columns: API_KEY_COLUMNS,
  from: `from api_keys where ${IS_VISIBLE} and ($3::text is null and user_id is null or user_id = $3)`,
  order: 'created_at desc, id desc',
  values: ({ userId, ...binding }) => [...toBindingValues(binding), userId ?? null],
  toItem: toApiKey,
});

export function toBindingValues({ organizationId, projectIds }: Binding): unknown[] {
  return [organizationId ?? null, projectIds ?? null];
}

type FoundKeyRow = KeyRow & { readonly keyHash: Buffer; readonly rootTier: Tier | null; readonly membership: MembershipRow | null };

const RECORD_COLUMNS = `${API_KEY_COLUMNS}, key_hash,
  (select root.tier from api_keys root where root.id = api_keys.bound_makers[1]) as root_tier,
  (select ${MEMBERSHIP_JSON} from memberships m
   where m.user_id = api_keys.user_id and m.organization_id = api_keys.organization_id) as membership`;

/** The key with this hash; none for a personal one whose owner is no member any more. Notes that it is in use, at most once a minute. */
export async function findKeyRecord(sql: Sql, hash: Uint8Array): Promise<KeyRecord | undefined> {
  const { rows } = await sql.query<FoundKeyRow>(
    `with used as (
       update api_keys set last_used_at = now()
       where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
         and (last_used_at is null or last_used_at < now() - interval '1 minute')
     )
     select ${RECORD_COLUMNS} from api_keys where key_hash = $1`,
    [hash],
    'find-api-key',
  );
  return rows[0] && toRecord(rows[0]);
}

/** The same by the id of the key, for work that its owner has left to the service: that is no use of the key. */
export async function findKeyRecordById(sql: Sql, id: string): Promise<KeyRecord | undefined> {
  const { rows } = await sql.query<FoundKeyRow>(`select ${RECORD_COLUMNS} from api_keys where id = $1`, [id]);
  return rows[0] && toRecord(rows[0]);
}

function toRecord({ keyHash, rootTier, membership: json, ...key }: FoundKeyRow): KeyRecord | undefined {
  const membership = parseMembership(json);
  if (key.userId !== null && membership === undefined) return undefined;
  const reach = membership && { ...toReach(membership), memberId: membership.id, userId: membership.userId };
  return {
    ...toApiKey(key),
    hash: keyHash,
    root: toRoot(key.boundMakers[0], rootTier),
    assistant: toAssistant(key),
    ...(reach && { reach }),
  };
}

/** Whether the key that came with the service is there and valid. */
export async function hasFirstKey(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('select from api_keys where id = $1 and revoked_at is null', [id]);
  return rowCount === 1;
}

/** The key that came with the service, in the place of one that was revoked; `false` when there is another. */
export async function insertFirstKey(sql: Sql, { id, hash, prefix }: { id: string; hash: Uint8Array; prefix: string }): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into api_keys (id, name, key_prefix, key_hash, scopes, tier)
     select $1, 'first admin key', $2, $3, '{read,write,admin}', 'enterprise'
     where not exists (select from api_keys where key_hash = $3)
     on conflict (id) do update
     set key_hash = excluded.key_hash, key_prefix = excluded.key_prefix, scopes = excluded.scopes, tier = excluded.tier,
       revoked_at = null, expires_at = null
     where api_keys.revoked_at is not null and api_keys.key_hash <> excluded.key_hash`,
    [id, prefix, hash],
  );
  return rowCount === 1;
}

/**
 * Puts another key in the first one's place. The same text under another id makes way: this one may
 * do more. A key that was revoked does not come back by being named again.
 */
export async function replaceFirstKey(sql: Sql, { id, hash, prefix }: { id: string; hash: Uint8Array; prefix: string }): Promise<void> {
  await sql.query('delete from api_keys where key_hash = $2 and id <> $1 and revoked_at is null', [id, hash]);
  await sql.query(
    `update api_keys set key_hash = $2, key_prefix = $3, scopes = '{read,write,admin}', tier = 'enterprise', revoked_at = null, expires_at = null
     where id = $1 and key_hash <> $2 and not exists (select from api_keys where key_hash = $2)`,
    [id, hash, prefix],
  );
}

function toRoot(id: string | undefined, tier: Tier | null): KeyRecord['root'] {
  return id === undefined || tier === null ? undefined : { id, tier };
}

/** What a quote may cost without a person, unless the key says otherwise, in USD. */
export const APPROVAL_ABOVE_USD = 1;

function toAssistant({ monthlyUsd, approvalAboveUsd }: Pick<KeyRow, 'monthlyUsd' | 'approvalAboveUsd'>): KeyRecord['assistant'] {
  return monthlyUsd === null ? undefined : { monthlyUsd, approvalAboveUsd: approvalAboveUsd ?? APPROVAL_ABOVE_USD };
}

export function toApiKey(row: KeyRow): ApiKey {
  return {
    ...row,
    organizationId: row.organizationId ?? undefined,
    projectId: row.projectId ?? undefined,
    createdBy: row.createdBy ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    userId: row.userId ?? undefined,
    monthlyUsd: row.monthlyUsd ?? undefined,
    approvalAboveUsd: row.approvalAboveUsd ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
  };
}
