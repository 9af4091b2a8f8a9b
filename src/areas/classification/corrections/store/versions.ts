import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';

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
