import type { Sql } from '#stores/postgres/types.ts';

/** Who buys, and for how long others wait for it at most. */
export interface Hold {
  readonly buyer: string;
  readonly holdMs: number;
}

interface Taken {
  readonly key: string;
  /** Who bought the last answer; null: it was not bought yet. */
  readonly boughtBy: string | null;
}

/** Takes the claims that are free, and those that the buyer holds already. The store's clock counts, for all processes. */
export async function takeClaims(sql: Sql, keys: readonly string[], { buyer, holdMs }: Hold): Promise<Taken[]> {
  const { rows } = await sql.query<Taken>(
    `insert into purchase_claims as known (key, held_by, held_until, updated_at)
     select key, $2, now() + $3 * interval '1 millisecond', now() from unnest($1::text[]) as wanted (key) order by key
     on conflict (key) do update set held_by = excluded.held_by, held_until = excluded.held_until, updated_at = excluded.updated_at
     where known.held_by is null or known.held_until <= now() or known.held_by = excluded.held_by
     returning key, bought_by`,
    [keys, buyer, holdMs],
  );
  return rows;
}

/** Who bought the last answers. */
export async function listBuyers(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql.query<Taken>('select key, bought_by from purchase_claims where key = any($1)', [keys]);
  return new Map(rows.map(({ key, boughtBy }) => [key, boughtBy]));
}

/** Keys that someone buys now, for a statement that looks for what is free. */
export const CLAIMED_KEYS = 'select key from purchase_claims where held_until > now()';

// Locked in the order of their keys, so that two statements never wait for each other.
const HELD = 'select key from purchase_claims where key = any($1) and held_by = $2 order by key for update';

/** Locks the claims that are still held until the transaction ends. @returns their keys */
export async function lockClaims(sql: Sql, keys: readonly string[], buyer: string): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(HELD, [keys, buyer]);
  return rows.map(({ key }) => key);
}

/** Holds on to claims that are still held. */
export async function extendClaims(sql: Sql, keys: readonly string[], { buyer, holdMs }: Hold): Promise<void> {
  await sql.query(
    `update purchase_claims set held_until = now() + $3 * interval '1 millisecond', updated_at = now() where key in (${HELD})`,
    [keys, buyer, holdMs],
  );
}

/** Gives claims back that are still held. @param bought those whose answers are there; the others the next one buys */
export async function releaseClaims(sql: Sql, keys: readonly string[], buyer: string, bought: readonly string[]): Promise<void> {
  await sql.query(
    `update purchase_claims set held_by = null, held_until = null, updated_at = now(),
       bought_by = case when key = any($3) then $2 else bought_by end
     where key in (${HELD})`,
    [keys, buyer, bought],
  );
}

/** Gives everything back that a buyer holds. @returns its keys */
export async function releaseBuyer(sql: Sql, buyer: string): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(
    `update purchase_claims set held_by = null, held_until = null, updated_at = now()
     where key in (select key from purchase_claims where held_by = $1 order by key for update)
     returning key`,
    [buyer],
  );
  return rows.map(({ key }) => key);
}

/** Deletes claims that were given back, or ran out, an hour ago. */
export async function pruneClaims(sql: Sql): Promise<void> {
  await sql.query(`delete from purchase_claims where greatest(updated_at, held_until) < now() - interval '1 hour'`);
}
