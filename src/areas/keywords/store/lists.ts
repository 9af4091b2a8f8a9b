import type { Engine, KeywordIntent } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { CheckInterval } from '../due-time.ts';
import type { MetricsStatus } from '../metrics.ts';
import type { Channel, DepthStrategy, Device, TrackingStatus } from '../keyword.ts';
import type { Enrichment, ProjectKeyword, ProjectKeywordFilter } from '../list-project-keywords.ts';
import type { Subscription, SubscriptionFilter } from '../list-subscriptions.ts';

interface ProjectKeywordRow {
  project_id: string;
  keyword_id: string;
  engine: Engine;
  channel: Channel;
  status: TrackingStatus;
  target_domain: string | null;
  depth: number;
  depth_strategy: DepthStrategy;
  check_interval: CheckInterval;
  tracking_since: Date;
  next_check: Date | null;
  keyword_text: string;
  location_code: number;
  language_code: string;
  device: Device;
  search_volume: number | null;
  cpc: number | null;
  competition: number | null;
  keyword_difficulty: number | null;
  enriched_at: Date | null;
  search_intent: KeywordIntent | null;
  metrics_status: MetricsStatus | null;
  metrics_problem: string | null;
  metrics_due_at: Date | null;
  current_rank: number | null;
  ranking_domain: string | null;
}

const KEYWORD_FILTER = 'from tracked_keywords where project_id = $1 and channel = any($2) and status = any($3)';

/** Newest first. The page is cut before keywords and positions are looked up for it. */
export async function listKeywordPage(sql: Sql, filter: ProjectKeywordFilter): Promise<ProjectKeyword[]> {
  const { rows } = await sql.query<ProjectKeywordRow>(
    `with page as (
       select * ${KEYWORD_FILTER}
       order by tracking_since desc, keyword_id, engine, channel
       limit $4 offset $5
     )
     select page.project_id, page.keyword_id, page.engine, page.channel, page.status, page.target_domain, page.depth,
       page.depth_strategy, page.check_interval, page.tracking_since, page.next_check,
       keyword.keyword_text, keyword.location_code, keyword.language_code, keyword.device,
       keyword.search_volume, keyword.cpc, keyword.competition, keyword.keyword_difficulty, keyword.enriched_at,
       metrics.search_intent, metrics.status as metrics_status, metrics.problem as metrics_problem, metrics.due_at as metrics_due_at,
       best.position as current_rank, best.domain as ranking_domain
     from page
     join keywords keyword on keyword.id = page.keyword_id
     left join keyword_figures metrics on metrics.id = keyword.figures_id
     left join lateral (
       select position, domain
       from current_rankings
       where project_id = page.project_id and keyword_id = page.keyword_id and engine = page.engine and channel = page.channel
         and relationship = 'MINE' and position is not null and (page.target_domain is null or domain = page.target_domain)
       order by position, domain
       limit 1
     ) best on true
     order by page.tracking_since desc, page.keyword_id, page.engine, page.channel`,
    [filter.projectId, filter.channels, filter.statuses, filter.limit, filter.offset],
  );
  return rows.map(toProjectKeyword);
}

export async function countProjectKeywords(sql: Sql, filter: ProjectKeywordFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${KEYWORD_FILTER}`, [
    filter.projectId,
    filter.channels,
    filter.statuses,
  ]);
  return rows[0]?.total ?? 0;
}

function toProjectKeyword(row: ProjectKeywordRow): ProjectKeyword {
  return {
    projectId: row.project_id,
    keywordId: row.keyword_id,
    engine: row.engine,
    channel: row.channel,
    status: row.status,
    targetDomain: row.target_domain,
    depth: row.depth,
    depthStrategy: row.depth_strategy,
    checkInterval: row.check_interval,
    trackingSince: row.tracking_since,
    nextCheck: row.next_check,
    keywordText: row.keyword_text,
    locationCode: row.location_code,
    languageCode: row.language_code,
    device: row.device,
    searchVolume: row.search_volume,
    cpc: row.cpc,
    competition: row.competition,
    keywordDifficulty: row.keyword_difficulty,
    searchIntent: row.search_intent,
    enrichment: toEnrichment(row),
    currentRank: row.current_rank,
    rankingDomain: row.ranking_domain,
  };
}

function toEnrichment(row: ProjectKeywordRow): Enrichment {
  const status = row.metrics_status ?? 'pending';
  return { status, enrichedAt: row.enriched_at, nextAt: status === 'pending' ? null : row.metrics_due_at, error: row.metrics_problem };
}

interface SubscriptionRow {
  id: string;
  customer_id: string;
  project_id: string;
  subscription_type: string;
  is_active: number;
  engine: Engine | null;
  keyword_id: string | null;
  keyword_text: string | null;
  search_volume: number | null;
  cpc: number | null;
  competition: number | null;
  keyword_difficulty: number | null;
  location_code: number | null;
  language_code: string | null;
  device: Device | null;
  status: string;
  next_check: Date | null;
  started_at: Date;
  expires_at: Date | null;
  created_at: Date;
}

const SUBSCRIPTION_FILTER = 'from customer_subscriptions where project_id = $1 and (is_active = 1 or $2)';

/** Newest first. */
export async function listSubscriptionPage(sql: Sql, filter: SubscriptionFilter): Promise<Subscription[]> {
  const { rows } = await sql.query<SubscriptionRow>(
    `with page as (
       select * ${SUBSCRIPTION_FILTER} order by created_at desc, id limit $3 offset $4
     )
     select page.id, page.customer_id, page.project_id, page.subscription_type, page.is_active, page.engine, page.keyword_id,
       page.started_at, page.expires_at, page.created_at,
       keyword.keyword_text, keyword.search_volume, keyword.cpc, keyword.competition, keyword.keyword_difficulty,
       keyword.location_code, keyword.language_code, keyword.device, tracked.next_check,
       coalesce(tracked.status, case page.is_active when 1 then 'active' else 'inactive' end) as status
     from page
     left join keywords keyword on keyword.id = page.keyword_id
     left join tracked_keywords tracked
       on tracked.project_id = page.project_id and tracked.keyword_id = page.keyword_id and tracked.engine = page.engine
       and tracked.channel = case page.subscription_type when 'serp_local' then 'local' else 'seo' end
     order by page.created_at desc, page.id`,
    [filter.projectId, filter.isWithEnded, filter.limit, filter.offset],
  );
  return rows.map(toSubscription);
}

export async function countSubscriptions(sql: Sql, filter: SubscriptionFilter): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`select count(*) as total ${SUBSCRIPTION_FILTER}`, [
    filter.projectId,
    filter.isWithEnded,
  ]);
  return rows[0]?.total ?? 0;
}

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    customerId: row.customer_id,
    projectId: row.project_id,
    type: row.subscription_type,
    isActive: row.is_active === 1,
    engine: row.engine,
    keywordId: row.keyword_id,
    keywordText: row.keyword_text,
    searchVolume: row.search_volume,
    cpc: row.cpc,
    competition: row.competition,
    keywordDifficulty: row.keyword_difficulty,
    locationCode: row.location_code,
    languageCode: row.language_code,
    device: row.device,
    status: row.status,
    nextCheck: row.next_check,
    startedAt: row.started_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
