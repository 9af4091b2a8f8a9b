import { SELECTED, toSelectionValues, TRACKED_KEYWORDS, type TrackedSelection } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toQueryId } from '../../check.ts';
import type { Ranking, RankingFilter } from '../../ranking.ts';
import { PLACE_FIELDS, type ResultPlace } from '../../results/store/results.ts';

/** Pages that are looked into for one answer; a narrower filter reaches the others. */
const SUBJECTS_MAX = 100;

/** A tracked keyword of which a page was read. */
export type Subject = Pick<Ranking, 'keywordId' | 'keywordText' | 'engine' | 'channel' | 'device' | 'locationCode' | 'languageCode'>;

/** The first hundred that fit, in the order of their keywords. */
export async function listSubjects(sql: Sql, filter: RankingFilter): Promise<Subject[]> {
  const { rows } = await sql.query<Subject>(
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

/** The newest page of a subject. */
export interface SubjectRun extends ResultPlace, Pick<Ranking, 'checkedDepth' | 'checkTs' | 'provider' | 'costUsd' | 'serpFeatures'> {
  /** Of its subject. */
  readonly index: number;
}

/** The newest pages of subjects, in their order; a subject whose pages are no longer kept is left out. */
export async function listSubjectRuns(sql: Sql, subjects: readonly Subject[]): Promise<SubjectRun[]> {
  const { rows } = await sql.query<SubjectRun>(
    `select subject.at::integer - 1 as index, run.id, ${PLACE_FIELDS}, run.checked_depth, run.created_at as check_ts, run.provider,
       run.cost_usd, run.serp_features
     from unnest($1::text[]) with ordinality as subject (query_id, at)
     cross join lateral (
       select * from serp_runs where query_id = subject.query_id and status = 'completed' order by fetched_at desc, id limit 1
     ) run
     order by subject.at`,
    [subjects.map(({ channel, ...page }) => toQueryId({ ...page, channel: channel === 'paid' ? 'seo' : channel }))],
  );
  return rows;
}

/** A site of a project. */
export interface WatchedSite {
  readonly domain: string;
  /** Its sub-domains do not count. */
  readonly isExact: boolean;
}

/** The websites of a project with their other names, and the targets of its keywords. */
export async function listWatchedSites(sql: Sql, projectId: string): Promise<WatchedSite[]> {
  const { rows } = await sql.query<WatchedSite>(
    `select host.domain, meta ->> 'subdomains' = 'false' is true as is_exact
     from assets cross join lateral (
       select value as domain
       union all
       select jsonb_array_elements_text(case jsonb_typeof(meta -> 'aliases') when 'array' then meta -> 'aliases' else '[]' end)
     ) host
     where project_id = $1 and type = 'website'
     union select target_domain, false from ${TRACKED_KEYWORDS} t where project_id = $1 and target_domain is not null`,
    [projectId],
  );
  return rows;
}
