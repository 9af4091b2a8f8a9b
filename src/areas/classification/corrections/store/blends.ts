import type { Sql } from '#stores/postgres/types.ts';
import type { Blend } from '../../similarity/blend.ts';
import type { Kind } from '../../similarity/example.ts';
import type { FittedBlend } from '../learning/fit-blend.ts';

export interface NewBlend extends FittedBlend {
  readonly kind: Kind;
  readonly corrections: number;
  /** Models of what was corrected by dimension, in base64; they take the place of those before. */
  readonly taught: Readonly<Record<string, string>>;
}

/** In a transaction. */
export async function insertBlend(sql: Sql, given: NewBlend, now: Date): Promise<void> {
  const { kind, blend, before, after, isBetter, corrections, taught } = given;
  await sql.query('update learned_blends set taught = null where kind = $1 and taught is not null', [kind]);
  await sql.query(
    `insert into learned_blends (kind, blend, measured_before, measured_after, is_active, corrections, created_at, taught)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [kind, JSON.stringify(blend), JSON.stringify(before), JSON.stringify(after), isBetter, corrections, now, JSON.stringify(taught)],
  );
}

/** Which row has the models of each kind. */
export async function listTaughtRows(sql: Sql): Promise<{ kind: Kind; id: number }[]> {
  const { rows } = await sql.query<{ kind: Kind; id: number }>('select kind, id from learned_blends where taught is not null');
  return rows;
}

/** The models of a row by dimension, in base64; none when another row has taken its place. */
export async function readTaught(sql: Sql, id: number): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql.query<{ taught: Record<string, string> | null }>('select taught from learned_blends where id = $1', [id]);
  return rows[0]?.taught ?? {};
}

/** The blend that holds, of each kind that has learned. */
export async function listActiveBlends(sql: Sql): Promise<{ kind: Kind; blend: Blend }[]> {
  const { rows } = await sql.query<{ kind: Kind; blend: Blend }>(
    'select distinct on (kind) kind, blend from learned_blends where is_active order by kind, id desc',
  );
  return rows;
}

/** Changes whenever corrections of a kind are learned. */
export interface CorrectedVersion {
  readonly kind: Kind;
  readonly version: string;
}

export async function listCorrectedVersions(sql: Sql): Promise<CorrectedVersion[]> {
  const { rows } = await sql.query<{ kind: Kind; version: string }>(
    `select entity_type as kind, concat(count(*), ' ', sum(times), ' ', max(processed_at)) as version
     from classification_corrections where processed_at is not null group by entity_type order by entity_type`,
  );
  return rows;
}
