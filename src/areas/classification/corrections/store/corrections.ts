import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Kind } from '../../similarity/example.ts';
import type { Correction, Entity } from '../correction.ts';

const COLUMNS = `id, entity_type, entity_id, item, original_dimension, original_value, corrected_value, source_before, confidence_before,
  notes, created_by, created_at, times, said_at,
  processed_at`;

export interface NewCorrections {
  readonly entity: Entity;
  /** Dimension to label. */
  readonly corrected: ReadonlyMap<string, string>;
  readonly notes: string | undefined;
  readonly createdBy: string;
  readonly now: Date;
}

/** One that was said before is said once more, and waits for `learn` as a new one does. */
export async function upsertCorrections(sql: Sql, { entity, corrected, notes, createdBy, now }: NewCorrections): Promise<Correction[]> {
  return await insertRows<NewRow, Correction>(sql, {
    table: 'classification_corrections',
    columns: NEW_COLUMNS,
    rows: [...corrected].map(([dimension, value]) => ({
      entity_type: entity.type,
      entity_id: entity.id,
      item: entity.item,
      original_dimension: dimension,
      original_value: entity.labels[dimension] ?? null,
      corrected_value: value,
      source_before: entity.source,
      confidence_before: entity.confidencePct,
      notes: notes ?? null,
      created_by: createdBy,
      created_at: now,
      said_at: now,
    })),
    suffix: `on conflict (entity_type, entity_id, original_dimension, corrected_value) do update set
      times = classification_corrections.times + 1, said_at = excluded.said_at,
      notes = coalesce(excluded.notes, classification_corrections.notes), created_by = excluded.created_by
      returning ${COLUMNS}`,
  });
}

const NEW_COLUMNS = {
  entity_type: 'text',
  entity_id: 'text',
  item: 'text',
  original_dimension: 'text',
  original_value: 'text',
  corrected_value: 'text',
  source_before: 'text',
  confidence_before: 'smallint',
  notes: 'text',
  created_by: 'text',
  created_at: 'timestamptz',
  said_at: 'timestamptz',
} as const;

type NewRow = { readonly [Name in keyof typeof NEW_COLUMNS]: string | number | Date | null };

export interface EntityKey {
  readonly type: Kind;
  readonly id: string;
}

/** By its id, or by the host, address or text itself. Newest first. */
export const correctionsOf = defineList<Correction, EntityKey>({
  columns: COLUMNS,
  from: 'from classification_corrections where entity_type = $1 and (entity_id = $2 or item = $2)',
  order: 'said_at desc, id desc',
  values: ({ type, id }) => [type, id],
});

/** Corrections that wait, oldest first; locked, so that two runs do not learn the same. */
export async function lockPending(sql: Sql, limit: number): Promise<Correction[]> {
  const { rows } = await sql.query<Correction>(
    `select ${COLUMNS} from classification_corrections where processed_at is null or processed_at < said_at order by id limit $1 for update skip locked`,
    [limit],
  );
  return rows;
}

/** Everything that was said of these entities, what was said last first. */
export async function listSaidOf(sql: Sql, entities: readonly EntityKey[]): Promise<Correction[]> {
  const { rows } = await sql.query<Correction>(
    `select ${COLUMNS} from classification_corrections
     where (entity_type, entity_id) in (select * from unnest($1::text[], $2::text[])) order by said_at desc, id desc`,
    [entities.map(({ type }) => type), entities.map(({ id }) => id)],
  );
  return rows;
}

export async function markProcessed(sql: Sql, ids: readonly number[], now: Date): Promise<void> {
  await sql.query('update classification_corrections set processed_at = $2 where id = any ($1)', [ids, now]);
}

/** Everything that was said of a kind, what was said last first; at most `limit`. */
export async function listSaid(sql: Sql, kind: Kind, limit: number): Promise<Correction[]> {
  const { rows } = await sql.query<Correction>(
    `select ${COLUMNS} from classification_corrections where entity_type = $1 order by said_at desc, id desc limit $2`,
    [kind, limit],
  );
  return rows;
}

/** Sums of what was said, by everything that it is shown by. */
export interface CorrectionSum {
  readonly entityType: Kind;
  readonly dimension: string;
  /** Of the label that was looked at; empty: none. */
  readonly source: string;
  readonly corrections: number;
  readonly confirmed: number;
  readonly pending: number;
}

export async function sumCorrections(sql: Sql): Promise<CorrectionSum[]> {
  const { rows } = await sql.query<CorrectionSum>(
    `select entity_type, original_dimension as dimension, coalesce(source_before, '') as source, count(*) as corrections,
       count(*) filter (where original_value = corrected_value) as confirmed, count(*) filter (where processed_at is null or processed_at < said_at) as pending
     from classification_corrections group by 1, 2, 3 order by 1, 2, 3`,
  );
  return rows;
}
