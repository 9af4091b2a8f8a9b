import { hashKey } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { WALKED_TOKEN } from './openapi-walk-values.ts';

/** An address that waits to be confirmed, by a link with the token that requests can name. */
export async function makeWalkedLink(sql: Sql): Promise<void> {
  const id = newId('madr_');
  await sql.query(
    `insert into mail_addresses (id, list_id, list_name, address, created_at) values ($1, $1, 'Walked', 'ada@example.com', now())`,
    [id],
  );
  await sql.query(
    `insert into mail_tokens (token_hash, mail_address_id, purpose, created_at, ends_at)
     values ($1, $2, 'confirm', now(), now() + interval '1 day') on conflict do nothing`,
    [hashKey(WALKED_TOKEN), id],
  );
}
