import { toChosen, type Channel, type Device, type KeywordFilter, type TrackedSelection } from '#areas/keywords/index.ts';
import type { OutcomeFields } from '#areas/rankings/index.ts';
import type { Engine } from '#providers/search-data/index.ts';

export const SHARE_RANGES = ['fixed', 'free'] as const;
/** `fixed`: readers see the days of the share; `free`: they choose among them. */
export type ShareRange = (typeof SHARE_RANGES)[number];

export const SHARE_COMPARES = ['none', 'previous', 'year'] as const;
/** What the days are compared with: nothing, as many days before them, or the same days a year before. */
export type ShareCompare = (typeof SHARE_COMPARES)[number];

/** The span that the grid of rankings answers at most. */
export const SHARE_DAYS_MAX = 400;

/** Which tracked keywords of the project a share shows; what is left out is not asked about. */
export interface ShareFilter {
  readonly device?: Device | undefined;
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
  readonly engine?: Engine | undefined;
  readonly channel?: Channel | undefined;
  readonly tagId?: string | undefined;
  /** By what keywords are, and by what checks found, as they were given. */
  readonly keywords?: KeywordFilter | undefined;
  readonly outcomes?: OutcomeFields | undefined;
}

/** A link for readers without an account, who see a part of one project. */
export interface Share {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** Names of sections (`sections/index.ts`), in order. */
  readonly sections: readonly string[];
  readonly filter: ShareFilter;
  readonly range: ShareRange;
  /** The first and last day that are shown, `YYYY-MM-DD`; null: as early as there is something, and today. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  /** So many days are shown where no first day is given, or chosen. */
  readonly days: number;
  readonly compare: ShareCompare;
  /** Null: open to everyone with the link. */
  readonly passwordHash: string | null;
  /** Real time, as are the moments that follow. */
  readonly expiresAt: Date | null;
  readonly allowCsv: boolean;
  readonly showAnnotations: boolean;
  /** Whose pages may frame the page. */
  readonly frameHosts: readonly string[];
  readonly viewsCount: number;
  readonly lastViewedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The name of the caller who made it (`nameOf`). */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The tracked keywords of a project that a filter leaves, by what they are; what checks found is not asked. */
export function toSharedSelection(projectId: string, filter: ShareFilter): TrackedSelection {
  const { device, locationCode, languageCode, channel, engine, tagId, keywords = {} } = filter;
  const chosen = toChosen(keywords);
  return {
    ...chosen,
    projectId,
    device,
    locationCode,
    languageCode,
    channels: channel && [channel],
    engines: engine === undefined ? chosen.engines : [engine],
    tagIds: tagId === undefined ? chosen.tagIds : [tagId],
  };
}
