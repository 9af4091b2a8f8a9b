import { defineList } from '#stores/postgres/define-list.ts';
import type { ProjectKeyword } from '../list-project-keywords.ts';
import type { Subscription, SubscriptionFilter } from '../list-subscriptions.ts';
import type { TrackedSelection } from '../selection.ts';
import type { MetricsStatus } from '../../metrics/metrics.ts';
import { SELECTED, toSelectionValues } from './selection.ts';

interface ProjectKeywordRow extends Omit<ProjectKeyword, 'enrichment'> {
  readonly enrichedAt: Date | null;
  readonly metricsStatus: MetricsStatus | null;
  readonly metricsProblem: string | null;
  readonly metricsDueAt: Date | null;
}

/** Newest first. */
export const projectKeywords = defineList<ProjectKeywordRow, TrackedSelection, ProjectKeyword>({
  columns: `page.project_id, page.keyword_id, page.engine, page.channel, page.status, page.target_domain, page.depth, page.depth_strategy,
    page.check_interval, page.tracking_since, page.next_check, page.journey, page.is_branded, page.has_brand_mention, page.modifiers,
    page.labelled_at,
    keyword.keyword_text, keyword.location_code, keyword.language_code, keyword.device, keyword.search_volume, keyword.cpc,
    keyword.competition, keyword.keyword_difficulty, keyword.enriched_at, metrics.search_intent, metrics.status as metrics_status,
    metrics.problem as metrics_problem, metrics.due_at as metrics_due_at, best.rank_group as current_rank,
    best.position as current_rank_absolute, best.domain as ranking_domain,
    coalesce(note.is_starred, false) as is_starred, note.note, note.target_url, array(
      select json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color)
      from keyword_tags tagged join tags tag on tag.id = tagged.tag_id
      where tagged.project_id = page.project_id and tagged.keyword_id = page.keyword_id
      order by lower(tag.name), tag.id) as tags`,
  rows: 't.*',
  from: SELECTED,
  order: 'tracking_since desc, keyword_id, engine, channel',
  lookups: `join keywords keyword on keyword.id = page.keyword_id
    left join keyword_figures metrics on metrics.id = keyword.figures_id
    left join keyword_notes note on note.project_id = page.project_id and note.keyword_id = page.keyword_id
    left join lateral (
      select rank_group, position, domain
      from current_rankings
      where project_id = page.project_id and keyword_id = page.keyword_id and engine = page.engine and channel = page.channel
        and relationship = 'MINE' and position is not null and (page.target_domain is null or domain = page.target_domain)
      order by case when (select position_scale from projects where id = page.project_id) = 'organic' then rank_group else position end, domain
      limit 1
    ) best on true`,
  values: toSelectionValues,
  toItem: toProjectKeyword,
});

function toProjectKeyword(row: ProjectKeywordRow): ProjectKeyword {
  const { enrichedAt, metricsStatus, metricsProblem, metricsDueAt, ...keyword } = row;
  const status = metricsStatus ?? 'pending';
  const enrichment = { status, enrichedAt, nextAt: status === 'pending' ? null : metricsDueAt, error: metricsProblem };
  return { ...keyword, enrichment };
}

/** Newest first. */
export const subscriptionList = defineList<Subscription, SubscriptionFilter>({
  columns: `page.id, page.customer_id, page.project_id, page.subscription_type as type, page.is_active = 1 as is_active, page.engine,
    page.keyword_id, keyword.keyword_text, keyword.search_volume, keyword.cpc, keyword.competition, keyword.keyword_difficulty,
    keyword.location_code, keyword.language_code, keyword.device,
    coalesce(tracked.status, case page.is_active when 1 then 'active' else 'inactive' end) as status, tracked.next_check,
    page.started_at, page.expires_at, page.created_at`,
  from: 'from customer_subscriptions where project_id = $1 and (is_active = 1 or $2)',
  order: 'created_at desc, id',
  lookups: `left join keywords keyword on keyword.id = page.keyword_id
    left join tracked_keywords tracked
      on tracked.project_id = page.project_id and tracked.keyword_id = page.keyword_id and tracked.engine = page.engine
      and tracked.channel = case page.subscription_type when 'serp_local' then 'local' else 'seo' end`,
  values: ({ projectId, isWithEnded }) => [projectId, isWithEnded],
});
