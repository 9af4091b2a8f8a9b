import type { Sql } from '#stores/postgres/types.ts';
import type { OwnPlacesQuestion } from '../find-own-places.ts';

/** The best place of a domain on the result page of a keyword. */
export interface BestPlace {
  readonly keyword: string;
  /** Among the organic results. */
  readonly rank: number;
  readonly url: string | null;
}

/** Places that are paid for are none. */
export async function listBestPlaces(
  sql: Sql,
  { domain, organizationId, isShared, market, keywords }: OwnPlacesQuestion & { readonly isShared: boolean },
): Promise<BestPlace[]> {
  const { rows } = await sql.query<BestPlace & Record<string, unknown>>(
    `select distinct on (ranked.keyword) ranked.keyword, ranked.rank_group as rank, ranked.url
     from domain_keywords ranked join domains domain on domain.id = ranked.domain_id
     where domain.domain = $1 and ranked.location_code = $2 and ranked.language_code = $3 and ranked.keyword = any($4)
       and ranked.our_lost_at is null and ranked.rank_group is not null and ranked.item_type <> 'paid'
       and ($5 or exists (
         select from domain_readers reader where reader.domain_id = domain.id and reader.organization_id = $6))
     order by ranked.keyword, ranked.item_type <> 'organic', ranked.rank_group, ranked.item_type`,
    [domain, market.locationCode, market.languageCode, keywords, isShared, organizationId],
  );
  return rows;
}
