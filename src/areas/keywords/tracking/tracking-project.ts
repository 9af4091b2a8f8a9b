import type { DepthStrategy } from '../keyword.ts';
import type { CheckInterval } from './due-time.ts';

/** An asset whose results a project watches. */
export interface WatchedAsset {
  readonly id: string;
  readonly type: 'website' | 'local';
  readonly value: string;
  readonly name: string;
  readonly role: 'primary' | 'competitor';
  readonly placeIds: readonly string[];
  /** Other hosts that count as this website. */
  readonly aliases: readonly string[];
  /** False: only its hosts themselves count. */
  readonly hasSubdomains: boolean;
}

/** What a project knew of a target before: of its last good check, and of the one that this was compared with. */
export interface KnownPosition {
  /** Advertisements are positions too, and none that is tracked. */
  readonly channel: 'seo' | 'local' | 'paid';
  readonly domain: string;
  /** `YYYY-MM-DD`; null: no good check yet. */
  readonly checkDate: string | null;
  /** Among everything on the page. */
  readonly position: number | null;
  /** Among the results of the channel, which a depth counts. Null: not found. */
  readonly rankGroup: number | null;
  readonly previousPosition: number | null;
  readonly previousRankGroup: number | null;
  readonly checkedDepth: number | null;
}

/** A project that tracks the keyword of a check. */
export interface TrackingProject {
  readonly projectId: string;
  readonly organizationId: string;
  readonly timeZone: string;
  readonly checkInterval: CheckInterval;
  /** For how many days an outcome is valid; by the interval unless the check was made under another one. */
  readonly validityDays?: number;
  readonly depth: number;
  readonly depthStrategy: DepthStrategy;
  readonly targetDomain: string | null;
  readonly assets: readonly WatchedAsset[];
  readonly known: readonly KnownPosition[];
  /** Also tracks the same keyword's list of places, which then alone gives `local` positions. */
  readonly tracksPlaces: boolean;
  /** Advertisements of its sites, on the pages that it has read anyhow, give `paid` positions. */
  readonly tracksAds: boolean;
}
