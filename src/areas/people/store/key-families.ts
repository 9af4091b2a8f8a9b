import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { ApiKey, Binding } from '../keys/api-key.ts';
import { API_KEY_COLUMNS, IS_VISIBLE, toApiKey, toBindingValues, type KeyRow } from './keys.ts';

/** Makers and revokers of keys go one after the other until their transaction ends, over all processes. */
export async function lockApiKeys(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('api_keys'))`);
}

/** The key, also when it is revoked or expired. */
export async function findApiKeyById(sql: Sql, id: string): Promise<ApiKey | undefined> {
  const { rows } = await sql.query<KeyRow>(`select ${API_KEY_COLUMNS} from api_keys where id = $1`, [id]);
  return rows[0] && toApiKey(rows[0]);
}

const IS_VALID = 'revoked_at is null and (expires_at is null or expires_at > $2)';

/** Valid keys that are bound to the organization or to one of its projects. */
export async function countKeysOf(sql: Sql, organizationId: string, now: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total from api_keys where organization_id = $1 and ${IS_VALID}`, [
    organizationId,
    now,
  ]);
  return rows[0]?.total ?? 0;
}

/** Valid keys without the scope `admin` that see every organization. */
export async function countUnboundKeys(sql: Sql, now: Date): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total from api_keys
     where organization_id is null and project_id is null and not $1 = any(scopes) and ${IS_VALID}`,
    ['admin', now],
  );
  return rows[0]?.total ?? 0;
}

/** The key if it lies inside the binding and, if asked for, the keys made by it, by those, and so on. */
export async function listKeyFamily(
  sql: Sql,
  binding: Binding,
  { id, withDescendants, userId }: { readonly id: string; readonly withDescendants: boolean; readonly userId: string | undefined },
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with recursive family as (
       select id from api_keys where ${IS_VISIBLE} and id = $3 and ($5::text is null or user_id = $5)
       union
       select made.id from api_keys made join family on made.created_by = family.id where $4
     )
     select id from family order by id`,
    [...toBindingValues(binding), id, withDescendants, userId ?? null],
  );
  return rows.map((row) => row.id);
}

const IS_ADMIN = `'admin' = any(scopes) and organization_id is null and project_id is null`;

/**
 * Whether an admin key without a binding is among these and, without them, none would be left that is
 * valid for longer than until `lastsUntil`.
 */
export async function holdsLastAdminKey(
  sql: Sql,
  ids: readonly string[],
  { now, lastsUntil }: { readonly now: Date; readonly lastsUntil: Date },
): Promise<boolean> {
  const { rows } = await sql.query<{ isLast: boolean }>(
    `select exists (select from api_keys where id = any($1) and ${IS_ADMIN} and ${IS_VALID})
        and not exists (
          select from api_keys
          where id <> all($1) and ${IS_ADMIN} and revoked_at is null and (expires_at is null or expires_at > $3)
        ) as is_last`,
    [ids, now, lastsUntil],
  );
  return rows[0]?.isLast ?? false;
}

/** Sets the time of revocation, once. */
export async function revokeApiKeyRows(sql: Sql, ids: readonly string[], at: Date): Promise<ApiKey[]> {
  const { rows } = await sql.query<KeyRow>(
    `update api_keys set revoked_at = coalesce(revoked_at, $2) where id = any($1) returning ${API_KEY_COLUMNS}`,
    [ids, at],
  );
  return rows.map(toApiKey);
}
