import { TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { PositionScale } from '#areas/projects/index.ts';
import type { Engine } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Device, RankingStatus } from '../../vocabulary.ts';

/** A tracked keyword, and the newest outcome of the best own website on its result page. */
export interface Standing {
  readonly keywordId: string;
  readonly normalizedText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly engine: Engine;
  readonly device: Device;
  readonly outcome: RankingStatus;
  /** In the scale of the project; of a failed check the last good one. */
  readonly position: number | null;
  readonly url: string | null;
  readonly checkedAt: Date | null;
}

/**
 * What a project tracks among texts, on result pages: the first engine and the desktop stand first.
 * @param texts as `normalizeKeyword` gives them
 */
export async function listStandings(
  sql: Sql,
  { projectId, scale, texts }: { readonly projectId: string; readonly scale: PositionScale; readonly texts: readonly string[] },
): Promise<Standing[]> {
  const { rows } = await sql.query<Standing>(
    `select t.keyword_id, t.normalized_text, k.location_code, k.language_code, t.engine, k.device, coalesce(r.status, 'pending') as outcome,
       case $3 when 'organic' then r.rank_group else r.position end as position, r.url, r.check_ts as checked_at
     from ${TRACKED_KEYWORDS} t join keywords k on k.id = t.keyword_id
     left join lateral (
       select * from current_rankings own
       where own.project_id = t.project_id and own.keyword_id = t.keyword_id and own.engine = t.engine and own.channel = t.channel
         and own.is_tracked and (own.asset_id is null and own.relationship = 'MINE'
           or own.asset_id in (select id from assets where project_id = $1 and role = 'primary'))
       order by own.status <> 'ranked', own.rank_group, own.domain limit 1) r on true
     where t.project_id = $1 and t.channel = 'seo' and t.normalized_text = any ($2)
     order by t.normalized_text, t.engine, k.device, t.keyword_id`,
    [projectId, texts, scale],
  );
  return rows;
}
