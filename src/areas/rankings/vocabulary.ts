import { CHANNELS as TRACKED_CHANNELS, toKind as toTrackedKind } from '#areas/keywords/index.ts';
import type { SerpKind } from '#providers/search-data/index.ts';

export { DEVICES, type Channel as TrackedChannel, type Device } from '#areas/keywords/index.ts';
export { TRACKED_CHANNELS };

/** `seo`: organic results; `local`: places and local packs; `paid`: advertisements of organic pages. Never mixed. */
export const CHANNELS = [...TRACKED_CHANNELS, 'paid'] as const;
export type Channel = (typeof CHANNELS)[number];

/** On which page results of a channel are. */
export function toKind(channel: Channel): SerpKind {
  return channel === 'paid' ? 'organic' : toTrackedKind(channel);
}

export const RANKING_STATUSES = ['ranked', 'not_found', 'failed', 'pending'] as const;
/** What is known of a tracked keyword and domain. A failure never looks like "not found". */
export type RankingStatus = (typeof RANKING_STATUSES)[number];

export const RELATIONSHIPS = ['MINE', 'COMPETITOR', 'OTHER'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** Whether a site is cited in the AI overview of a result page. What was not loaded is never "not cited". */
export const OVERVIEW_STANDINGS = ['cited', 'not_cited', 'not_shown', 'not_loaded'] as const;
export type OverviewStanding = (typeof OVERVIEW_STANDINGS)[number];
