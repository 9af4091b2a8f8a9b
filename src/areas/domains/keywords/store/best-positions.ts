import type { Sql } from '#stores/postgres/types.ts';
import type { OwnPositionsQuestion } from '../find-own-positions.ts';

/** The best position of a domain on the result page of a keyword. */
export interface BestPosition {
  readonly keyword: string;
  /** Among the organic results. */
  readonly rank: number;
  readonly url: string | null;
  /** Null: unknown. */
  readonly searchVolume: number | null;
}

/** The most that an onboarding fetches. */
const POSITIONS_MAX = 10_000;

/** Positions that are paid for are none. */
export async function listBestPositions(
  sql: Sql,
  { domain, organizationId, isShared, market }: Omit<OwnPositionsQuestion, 'canRead'> & { readonly isShared: boolean },
): Promise<BestPosition[]> {
  const { rows } = await sql.query<BestPosition>(
    `select distinct on (ranked.keyword) ranked.keyword, ranked.rank_group as rank, ranked.url, ranked.search_volume
     from domain_keywords ranked join domains domain on domain.id = ranked.domain_id
     where domain.domain = $1 and ranked.location_code = $2 and ranked.language_code = $3
       and ranked.our_lost_at is null and ranked.rank_group is not null and ranked.item_type <> 'paid'
       and ($4 or exists (
         select from domain_readers reader where reader.domain_id = domain.id and reader.organization_id = $5))
     order by ranked.keyword, ranked.item_type <> 'organic', ranked.rank_group, ranked.item_type limit ${POSITIONS_MAX}`,
    [domain, market.locationCode, market.languageCode, isShared, organizationId],
  );
  return rows;
}
