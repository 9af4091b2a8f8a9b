import type { Project } from '#areas/projects/index.ts';
import type { Platform } from '#areas/assets/index.ts';

/** Where a project can be seen: organic results, local results, and the two app stores. */
export const SURFACES = ['site', 'maps', 'store_a', 'store_b'] as const;
export type SurfaceName = (typeof SURFACES)[number];

/** An app of the project whose figures count. */
export interface CountedApp {
  readonly platform: Platform;
  /** A country code in lower case. */
  readonly storefront: string;
  readonly appId: string;
  readonly name: string | null;
}

/** A term whose store search is read for an app of the project. */
export interface CountedTerm {
  readonly platform: Platform;
  readonly storefront: string;
  readonly languageCode: string;
  readonly keyword: string;
  /** With whom the search is shared: empty, the whole service. */
  readonly ownerId: string;
  /** `YYYY-MM-DD`: the first day on which the project followed it. */
  readonly since: string;
}

/** What is known of searches on a day. A number is null where nothing is known, and never 0 for that reason. */
export interface Positions {
  /** Keywords, or terms of a store search, whose outcome is known on the day. */
  readonly keywords: number | null;
  /** Keywords, or terms, with a good check on the day. */
  readonly checked: number | null;
  readonly ranked: number | null;
  readonly notRanked: number | null;
  /** Keywords whose every check of the day failed; null: none was checked. */
  readonly failed: number | null;
  /** Average of those that rank. */
  readonly averagePosition: number | null;
  /** From 0 to 1. */
  readonly shareOfVoice: number | null;
}

/** The positions of apps in the charts of a day. A position is that of one app in one chart. */
export interface ChartPositions {
  readonly ranked: number | null;
  /** Charts in which the app was in the 30 days before, and no longer is. */
  readonly notRanked: number | null;
  /** Average of the positions that are held. */
  readonly averagePosition: number | null;
}

/** Stars from 1 to 5, and how many ratings they come from. */
export interface Rating {
  readonly rating: number | null;
  readonly ratingCount: number | null;
}

/** A surface on a day. Websites have no rating, and only stores have charts. */
export type SurfaceDay = Positions & Rating & { readonly charts: ChartPositions };

export interface VisibilityDay {
  readonly day: string;
  readonly surfaces: Readonly<Record<SurfaceName, SurfaceDay>>;
}

export interface Visibility extends Pick<Project, 'positionScale' | 'pendingScale' | 'voiceCurve'> {
  readonly from: string;
  readonly to: string;
  readonly apps: readonly CountedApp[];
  readonly days: readonly VisibilityDay[];
}

/** A surface of which nothing is known on a day. */
export const UNKNOWN: SurfaceDay = {
  keywords: null,
  checked: null,
  ranked: null,
  notRanked: null,
  failed: null,
  averagePosition: null,
  shareOfVoice: null,
  rating: null,
  ratingCount: null,
  charts: { ranked: null, notRanked: null, averagePosition: null },
};
