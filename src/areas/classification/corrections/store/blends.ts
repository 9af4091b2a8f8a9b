import type { Sql } from '#stores/postgres/types.ts';
import type { Blend } from '../../similarity/blend.ts';
import type { Kind } from '../../similarity/example.ts';
import type { FittedBlend } from '../learning/fit-blend.ts';

export interface NewBlend extends FittedBlend {
  readonly kind: Kind;
  readonly corrections: number;
}

export async function insertBlend(sql: Sql, { kind, blend, before, after, isBetter, corrections }: NewBlend, now: Date): Promise<void> {
  await sql.query(
    `insert into learned_blends (kind, blend, measured_before, measured_after, is_active, corrections, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [kind, JSON.stringify(blend), JSON.stringify(before), JSON.stringify(after), isBetter, corrections, now],
  );
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
