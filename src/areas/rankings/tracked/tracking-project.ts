import type { CheckInterval, DepthStrategy } from '#areas/keywords/index.ts';
import type { Channel, Relationship } from '../vocabulary.ts';
import type { GoodCheck, PreviousPlaces } from '../ingest/position-change.ts';
import type { LastGood } from '../ingest/decide-outcome.ts';
import type { Target } from '../ingest/match-results.ts';

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

/** What a project knew of a target before. */
export interface KnownPosition extends LastGood, PreviousPlaces {
  readonly channel: Channel;
  readonly domain: string;
  /** Null: no good check yet. */
  readonly checkDate: string | null;
  /** Among everything on the page. */
  readonly position: number | null;
  readonly rankGroup: number | null;
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

/** The fields of a project that decide its outcomes on a page. */
export type WatchingProject = Pick<
  TrackingProject,
  'projectId' | 'checkInterval' | 'validityDays' | 'depth' | 'targetDomain' | 'assets' | 'known' | 'tracksPlaces' | 'tracksAds'
>;

/** A domain or place to find for a project; its key names its row of `current_rankings`. */
export interface WatchedTarget extends Target {
  readonly assetId: string | null;
  readonly assetName: string | null;
  readonly relationship: Relationship;
}

/**
 * What a project looks for in a channel: its websites, the keyword's own target domain, and in
 * `local` its places too. A target domain that is no asset
 * counts as the project's own.
 */
export function toWatchedTargets(project: Pick<TrackingProject, 'assets' | 'targetDomain'>, channel: Channel): WatchedTarget[] {
  const targets = project.assets
    .filter((asset) => asset.type === 'website' || channel === 'local')
    .map((asset): WatchedTarget => ({
      key: asset.value,
      ...(asset.type === 'website'
        ? { domain: asset.value, aliases: asset.aliases, isExact: !asset.hasSubdomains }
        : { placeIds: asset.placeIds }),
      assetId: asset.id,
      assetName: asset.name,
      relationship: asset.role === 'primary' ? 'MINE' : 'COMPETITOR',
    }));
  const { targetDomain } = project;
  if (targetDomain === null || targets.some((target) => target.key === targetDomain)) return targets;
  return [...targets, { key: targetDomain, domain: targetDomain, assetId: null, assetName: null, relationship: 'MINE' }];
}

/** The last good check of a row, or `undefined` when there is none. */
export function toLastGood(known: KnownPosition | undefined): (GoodCheck & LastGood) | undefined {
  if (known === undefined || known.checkDate === null) return undefined;
  return { ...known, checkDate: known.checkDate };
}
