import type { PostRankingsTrackData } from '#client';
import type { Keywords } from '../table/keywords.ts';

/** So many are checked while the reader waits; more are ordered and come in by and by. */
export const WAITED_FOR_MAX = 5;
/** An order holds no more. */
export const ORDER_MAX = 1000;

type Order = Extract<PostRankingsTrackData['body'], { readonly keywords: unknown; readonly project_id: string }>;
type Entry = Order['keywords'][number];

/** A keyword to check, in the place where it is tracked. */
export interface Checked {
  readonly keyword: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: string;
  readonly engine: string;
  readonly channel: string;
  readonly depth: number;
}

/** A row of the work table as a check. */
export function toCheckedKeyword({ columns, textOf }: Keywords, row: number): Checked {
  return {
    keyword: columns.keyword[row] ?? '',
    locationCode: columns.location_code[row] ?? 0,
    languageCode: textOf('language_code', row) ?? '',
    device: textOf('device', row) ?? '',
    engine: textOf('engine', row) ?? '',
    channel: textOf('channel', row) ?? '',
    depth: columns.depth[row] ?? 0,
  };
}

/** The order of checks as the service reads it. */
export function toCheckOrder(projectId: string, keywords: readonly Checked[]) {
  return {
    project_id: projectId,
    keywords: keywords.slice(0, ORDER_MAX).map(({ keyword, locationCode, languageCode, device, engine, channel, depth }) => ({
      keyword,
      keyword_text: keyword,
      location_code: locationCode,
      language_code: languageCode,
      device: device as NonNullable<Entry['device']>,
      engine: engine as NonNullable<Entry['engine']>,
      channel: channel as NonNullable<Entry['channel']>,
      depth,
    })),
  };
}
