import type { Sql } from '#stores/postgres/types.ts';

/** For so long at most others wait for a process that was killed. */
export const HOLD_MS = 30_000;

/** What is known of a claim. */
export interface Look {
  readonly isMine: boolean;
  /** Who bought the last answer; null: it was not bought yet. */
  readonly boughtBy: string | null;
}

interface Claimed {
  readonly key: string;
  readonly buyer: string;
}

/**
 * Takes a claim that is free, unless an answer was bought since the caller looked first. The store's clock counts, for all processes.
 */
export async function takeClaim(sql: Sql, { key, buyer, seen }: Claimed & { readonly seen: Look | undefined }): Promise<Look> {
  const { rows } = await sql.query<Look>(
    `with mine as (
       insert into purchase_claims as known (key, held_by, held_until, updated_at)
       values ($1, $2, now() + $3 * interval '1 millisecond', now())
       on conflict (key) do update set held_by = excluded.held_by, held_until = excluded.held_until, updated_at = excluded.updated_at
       where (known.held_by is null or known.held_until <= now())
         and known.bought_by is not distinct from case when $4::boolean then $5 else (select bought_by from purchase_claims where key = $1) end
       returning key
     )
     select exists (select from mine) as is_mine, (select bought_by from purchase_claims where key = $1) as bought_by`,
    [key, buyer, HOLD_MS, seen !== undefined, seen?.boughtBy ?? null],
  );
  return rows[0] ?? { isMine: false, boughtBy: null };
}

/** Holds on to a claim that is still held. */
export async function extendClaim(sql: Sql, { key, buyer }: Claimed): Promise<void> {
  await sql.query(
    `update purchase_claims set held_until = now() + $3 * interval '1 millisecond', updated_at = now() where key = $1 and held_by = $2`,
    [key, buyer, HOLD_MS],
  );
}

/** Gives a claim back that is still held. @param isBought the answer is there; otherwise the next one buys it */
export async function releaseClaim(sql: Sql, { key, buyer, isBought }: Claimed & { readonly isBought: boolean }): Promise<void> {
  await sql.query(
    `update purchase_claims set held_by = null, held_until = null, bought_by = case when $3 then $2 else bought_by end, updated_at = now()
     where key = $1 and held_by = $2`,
    [key, buyer, isBought],
  );
}

/** Deletes claims of an hour ago. */
export async function pruneClaims(sql: Sql): Promise<void> {
  await sql.query(`delete from purchase_claims where updated_at < now() - interval '1 hour'`);
}
