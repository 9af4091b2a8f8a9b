import type { KnownPosition, TrackingProject } from '#areas/keywords/index.ts';
import type { Channel, Relationship } from '../vocabulary.ts';
import type { LastGood } from './decide-outcome.ts';
import type { Target } from './match-results.ts';
import type { GoodCheck } from './position-change.ts';

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
