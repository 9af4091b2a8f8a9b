import type { WatchedAsset } from '#areas/keywords/index.ts';
import type { Project } from '#areas/projects/index.ts';
import type { DayTotals, PageFilter } from '../daily-totals/totals.ts';
import type { Channel } from '../vocabulary.ts';

export const SUMMARY_GROUPS = ['tag', 'page', 'location', 'device'] as const;
export type SummaryGrouping = (typeof SUMMARY_GROUPS)[number];

/** What is asked of the days of a project. */
export interface SummaryInput extends PageFilter {
  readonly projectId: string;
  readonly channel: Channel;
  /** `YYYY-MM-DD`; a month until today unless given. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly groupBy?: SummaryGrouping | undefined;
}

/** The days of some of a project's keywords, of their best own sites. */
export interface SummaryGroup {
  /** The tag's id, the page, the code of the location, or the device. */
  readonly group: string;
  readonly name: string;
  readonly days: readonly { readonly day: string; readonly own: DayTotals | undefined }[];
}

/** A day of a project: its own sites taken together, and each site that is watched. */
export interface SummaryDay {
  readonly day: string;
  readonly own: DayTotals | undefined;
  readonly sites: readonly DayTotals[];
}

export interface Summary extends Pick<Project, 'positionScale' | 'pendingScale' | 'voiceCurve'> {
  readonly from: string;
  readonly to: string;
  readonly days: readonly SummaryDay[];
  /** What is watched now, whether or not it stands anywhere. */
  readonly assets: readonly WatchedAsset[];
  /** Those with the most keywords; null unless asked for. */
  readonly groups: readonly SummaryGroup[] | null;
}
