import { whereChecked, TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { PositionScale, VoiceCurve } from '#areas/projects/index.ts';
import { defineList } from '#stores/postgres/define-list.ts';

export interface ProjectFilter {
  /** Undefined: any. */
  readonly organizationId: string | undefined;
  /** What the caller is bound to. */
  readonly bound: { readonly organizationId: string | undefined; readonly projectIds: readonly string[] | undefined };
  /** Undefined: all but archived ones. */
  readonly status: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A project and how its checks stand. */
export interface ProjectState {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly status: 'active' | 'paused' | 'archived';
  readonly timeZone: string;
  /** What the figures of the project count positions among. */
  readonly positionScale: PositionScale;
  readonly positionScalePending: PositionScale | null;
  /** What their share of voice is weighed by; null: the fixed curve. */
  readonly voiceCurve: VoiceCurve | null;
  readonly createdAt: Date;
  /** Tracked keywords: one for each keyword, engine and channel. */
  readonly trackedKeywords: number;
  /** Tracked keywords without a check. */
  readonly pendingChecks: number;
  /** Tracked keywords whose newest check failed. */
  readonly failedChecks: number;
  readonly lastCheckAt: Date | null;
  readonly nextCheckAt: Date | null;
}

/** By name. */
export const shownProjects = defineList<ProjectState, ProjectFilter>({
  columns: `page.id, page.organization_id, page.name, page.status, page.time_zone, page.created_at,
    coalesce(page.position_scale, 'page') as position_scale,
    case when page.position_scale is null then nullif(coalesce(page.settings ->> 'position_scale', 'organic'), 'page') end as position_scale_pending, page.voice_curve,
    tracked.keywords as tracked_keywords, tracked.pending as pending_checks, failed.checks as failed_checks,
    tracked.last_check as last_check_at, tracked.next_check as next_check_at`,
  from: `from projects
    where ($1::text is null or organization_id = $1) and ($2::text is null or organization_id = $2) and ($3::text[] is null or id = any ($3))
      and (status = $4 or $4::text is null and status <> 'archived')`,
  order: 'name, id',
  lookups: `cross join lateral (
      select count(*) as keywords, count(*) filter (where checked_at is null) as pending, max(checked_at) as last_check,
        min(next_check) filter (where ${whereChecked('t')} and page.status = 'active') as next_check
      from ${TRACKED_KEYWORDS} t where project_id = page.id) tracked
    cross join lateral (
      select count(*) as checks from (
        select from current_rankings where project_id = page.id and is_tracked and status = 'failed'
        group by keyword_id, engine, channel) pages) failed`,
  values: ({ organizationId, bound, status }) => [
    organizationId ?? null,
    bound.organizationId ?? null,
    bound.projectIds ?? null,
    status ?? null,
  ],
});
