import type { WatchedAsset } from '#areas/keywords/index.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { matchResults, type ResultMatch } from './match-results.ts';
import { toWatchedTargets } from './watched-targets.ts';
import type { Channel } from '../vocabulary.ts';

/** Where one of a project's own targets stands on a page. */
export interface OwnMatch {
  /** The domain asked for or found; undefined: several own targets, none of them on the page. */
  readonly targetDomain: string | undefined;
  /** Whether there was a target: a project without sites has none. */
  readonly hasTarget: boolean;
  /** The best of all own targets. */
  readonly match: ResultMatch | undefined;
}

/** Looks for one domain, or for the project's own websites and places. */
export function matchOwnSites(
  items: readonly SerpItem[],
  { channel, targetDomain, assets }: { channel: Channel; targetDomain: string | undefined; assets: readonly WatchedAsset[] },
): OwnMatch {
  const targets =
    targetDomain === undefined
      ? toWatchedTargets({ assets, targetDomain: null }, channel).filter(({ relationship }) => relationship === 'MINE')
      : [{ key: targetDomain, domain: targetDomain }];
  const matches = [...matchResults(items, targets, channel)];
  const [found] = matches.toSorted(([, one], [, other]) => one.best.rankAbsolute - other.best.rankAbsolute);
  const only = targets.length === 1 ? targets[0]?.key : undefined;
  return { targetDomain: targetDomain ?? found?.[0] ?? only, hasTarget: targets.length > 0, match: found?.[1] };
}
