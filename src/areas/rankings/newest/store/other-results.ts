import { SELECTED, toSelectionValues, TRACKED_KEYWORDS, type TrackedSelection } from '#areas/keywords/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toQueryId } from '../../check.ts';
import type { Ranking, RankingFilter, RankingPage } from '../../ranking.ts';

/** Pages that are looked into for one answer; a narrower filter reaches the others. */
const SUBJECTS_MAX = 100;

type SubjectRow = Pick<Ranking, 'keywordId' | 'keywordText' | 'engine' | 'channel' | 'device' | 'locationCode' | 'languageCode'>;

/** What every result says that is none of an asset, in the newest check of its page. */
const OF_OTHERS = {
  assetId: null,
  assetName: null,
  relationship: 'OTHER',
  status: 'ranked',
  previousRankGroup: null,
  previousRankAbsolute: null,
  error: null,
  failedAt: null,
  isRecomputed: false,
} as const;

interface OtherRow extends Omit<Ranking, keyof SubjectRow | keyof typeof OF_OTHERS> {
  /** Index of its page among the subjects. */
  readonly index: number;
  readonly total: number;
}

/**
 * What stands in the newest results of the project's keywords and belongs to none of its assets,
 * by keyword and rank. Looks into the pages of the first hundred keywords that fit.
 */
export async function listOtherResults(sql: Sql, filter: RankingFilter, { limit, offset }: Page): Promise<RankingPage> {
  if ((filter.status !== undefined && filter.status !== 'ranked') || filter.assetId !== undefined) return { rankings: [], total: 0 };
  const subjects = await listSubjects(sql, filter);
  const rows = await selectOthers(sql, { filter, subjects, limit, offset });
  // A page past the last one has no row with the total.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await selectOthers(sql, { filter, subjects, limit: 1, offset: 0 }))[0]?.total);
  const rankings = rows.flatMap(({ index, total: _total, ...found }) => {
    const subject = subjects[index];
    return subject === undefined ? [] : [{ ...subject, ...OF_OTHERS, ...found }];
  });
  return { rankings, total: total ?? 0 };
}

interface OtherQuestion {
  readonly filter: RankingFilter;
  readonly subjects: readonly SubjectRow[];
  readonly limit: number;
  readonly offset: number;
}

async function selectOthers(sql: Sql, { filter, subjects, limit, offset }: OtherQuestion): Promise<OtherRow[]> {
  const { rows } = await sql.query<OtherRow>(
    `with watched as materialized (
       select host.domain, meta ->> 'subdomains' is distinct from 'false' as has_subdomains
       from assets cross join lateral (
         select value as domain
         union all
         select jsonb_array_elements_text(case jsonb_typeof(meta -> 'aliases') when 'array' then meta -> 'aliases' else '[]' end)
       ) host
       where project_id = $1 and type = 'website'
       union select target_domain, true from ${TRACKED_KEYWORDS} t where project_id = $1 and target_domain is not null
     )
     select subject.at::integer - 1 as index, found.*, run.id as run_id, run.checked_depth, run.created_at as check_ts, run.check_date,
       run.provider, run.cost_usd, run.serp_features, count(*) over () as total
     from unnest($2::text[], $3::text[]) with ordinality as subject (query_id, channel, at)
     cross join lateral (
       select * from serp_runs where query_id = subject.query_id and status = 'completed' order by fetched_at desc, id limit 1
     ) run
     cross join lateral (
       select
         coalesce(item ->> 'domain', '') as domain, (item ->> 'rank_absolute')::integer as rank_absolute, (item ->> 'rank_group')::integer as rank_group,
         item ->> 'url' as url, item ->> 'title' as title, coalesce((item ->> 'is_featured_snippet')::boolean, false) as is_featured_snippet
       from json_array_elements(run.results) item
       where item ->> 'type' = any (case subject.channel when 'seo' then array['organic'] when 'paid' then array['paid'] else array['local_pack', 'maps_search'] end)
         and coalesce((item ->> 'is_paid')::boolean, false) = (subject.channel = 'paid')
     ) found
     where not exists (
         select from watched
         where found.domain in (watched.domain, 'www.' || watched.domain)
            or (has_subdomains and right(found.domain, length(watched.domain) + 1) = '.' || watched.domain))
       and ($4::text is null or found.domain = $4 or right(found.domain, length($4) + 1) = '.' || $4)
     order by subject.at, found.rank_absolute, found.url
     limit $5 offset $6`,
    [
      filter.projectId,
      subjects.map(({ channel, ...page }) => toQueryId({ ...page, channel: channel === 'paid' ? 'seo' : channel })),
      subjects.map(({ channel }) => channel),
      filter.domain ?? null,
      limit,
      offset,
    ],
  );
  return rows;
}

async function listSubjects(sql: Sql, filter: RankingFilter): Promise<SubjectRow[]> {
  const { rows } = await sql.query<SubjectRow>(
    `select t.keyword_id, k.keyword_text, t.engine, case $26::text when 'paid' then 'paid' else t.channel end as channel, k.device, k.location_code,
       k.language_code
     ${SELECTED}
       and t.checked_at is not null
       and ($27::text is null or k.normalized_text ~>=~ $27 and k.normalized_text ~<=~ ($27 || chr(1114111)))
     order by k.normalized_text using ~<~, t.keyword_id, t.engine, t.channel
     limit ${SUBJECTS_MAX}`,
    [...toSelectionValues(toTracked(filter)), filter.channel ?? null, filter.keywordPrefix ?? null],
  );
  return rows;
}

/** Advertisements stand on the pages of keywords that are tracked for their results. */
function toTracked({ channel, keywordId, projectId, engine, device, locationCode }: RankingFilter): TrackedSelection {
  return {
    projectId,
    engines: engine && [engine],
    device,
    locationCode,
    channels: channel && [channel === 'paid' ? 'seo' : channel],
    keywordIds: keywordId === undefined ? undefined : [keywordId],
  };
}
