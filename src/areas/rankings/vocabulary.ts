/** `seo`: organic results; `local`: places and local packs. Never mixed. */
export { CHANNELS, DEVICES, toKind, type Channel, type Device } from '#areas/keywords/index.ts';

export const RANKING_STATUSES = ['ranked', 'not_found', 'failed', 'pending'] as const;
/** What is known of a tracked keyword and domain. A failure never looks like "not found". */
export type RankingStatus = (typeof RANKING_STATUSES)[number];

export const RELATIONSHIPS = ['MINE', 'COMPETITOR', 'OTHER'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];
