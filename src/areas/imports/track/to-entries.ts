import { DEPTH_DEFAULT, readKeyword, type CheckInterval, type TrackEntry } from '#areas/keywords/index.ts';
import type { ImportedKeyword } from './analytics.ts';

export interface TrackOptions {
  readonly checkInterval: CheckInterval;
  /** Results to read. */
  readonly depth: number;
}

/** Daily checks, as deep as it is read unless said otherwise. */
export const DAILY: TrackOptions = { checkInterval: 'daily', depth: DEPTH_DEFAULT };

/** Requests to track keywords of another program; those that no check could ask for are left out. */
export function toTrackEntries(projectId: string, found: readonly ImportedKeyword[], options: TrackOptions): TrackEntry[] {
  return found.flatMap(({ keyword, engine, device, locationCode, languageCode }) => {
    const keywordText = readKeyword(keyword);
    if (keywordText === undefined) return [];
    const { checkInterval, depth } = options;
    const market = { engine, device, locationCode, languageCode, channel: 'seo' as const };
    return [{ projectId, keywordText, ...market, depth, depthStrategy: 'full' as const, checkInterval, targetDomain: null }];
  });
}
