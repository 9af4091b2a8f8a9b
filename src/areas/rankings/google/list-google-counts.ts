import { getProject } from '#areas/projects/index.ts';
import { toDueDate } from '#areas/keywords/index.ts';
import { addDays } from '#kernel/days.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { GridContext } from '../grid/get-grid.ts';
import { listQueryCounts, type QueryCount } from './analytics.ts';
import { findGoogleCountry } from './country.ts';
import { findGoogleReadings, findLastGoogleDay, type GoogleReadings } from './store.ts';

/** Never one day: Google's days are Pacific ones, and those of projects their own. */
export const GOOGLE_DAYS = [7, 28] as const;
const GOOGLE = 'engine_a';
const CHANNEL = 'seo';

/** What is tracked, as far as Search Console can know it. */
export interface AskedKeyword {
  readonly keyword: string;
  readonly locationCode: number;
  readonly device: string;
  readonly engine: string;
  readonly channel: string;
}

/** What Google counted of a keyword in its country, on its kind of device. */
export interface GoogleCount {
  readonly clicks: number;
  readonly impressions: number;
  /** Average over impressions of the topmost place of the property, from 1. */
  readonly position: number;
  /** The keyword is asked for in a part of the country; the figures are of all of it. */
  readonly isOfCountry: boolean;
}

export interface GoogleCounts extends Pick<GoogleReadings, 'siteUrl' | 'type'> {
  /** Pacific days. */
  readonly from: string;
  readonly to: string;
  /** How many of these days were read, and of how many Google gave only a part of the rows. */
  readonly read: number;
  readonly cut: number;
  /** In the order of the keywords. Null: Google has no such query, too few people asked it, or it cannot be known there. */
  readonly counts: readonly (GoogleCount | null)[];
}

interface CountsInput {
  readonly projectId: string;
  readonly days: number;
  /** The last day at most; the last final one that was read unless given. */
  readonly to?: string | undefined;
}

/**
 * What Google counted of tracked keywords over the last days that were read. Nothing counted is null, and no 0.
 * @returns undefined: the project is bound to no property
 * @throws AppError `Project not found`
 */
export async function listGoogleCounts(
  ctx: GridContext,
  { projectId, days, to }: CountsInput,
  keywords: readonly AskedKeyword[],
): Promise<GoogleCounts | undefined> {
  const project = await getProject(ctx, projectId);
  const last = to ?? toDueDate(ctx.clock.now(), project.timeZone);
  const until = (await findLastGoogleDay(ctx.postgres, project.id, last)) ?? last;
  const span = { from: addDays(until, 1 - days), to: until };
  const readings = await findGoogleReadings(ctx.postgres, { projectId: project.id, ...span });
  if (readings === undefined) return undefined;
  // Positions are measured among the results of the web: pictures and videos are other lists.
  const isAsked = (keyword: AskedKeyword): boolean => readings.type === 'web' && isOfGoogle(keyword);
  const texts = new Set(keywords.filter(isAsked).map(({ keyword }) => normalizeKeyword(keyword)));
  const found = await listQueryCounts(ctx.clickhouse, readings, [...texts]);
  const byKey = new Map(found.map((count) => [toKey(count.text, count.country, count.device), count]));
  return {
    siteUrl: readings.siteUrl,
    type: readings.type,
    ...span,
    read: readings.days.length,
    cut: readings.days.filter(({ isCut }) => isCut).length,
    counts: keywords.map((keyword) => (isAsked(keyword) ? findCount(keyword, byKey) : null)),
  };
}

function isOfGoogle({ engine, channel }: AskedKeyword): boolean {
  return engine === GOOGLE && channel === CHANNEL;
}

function findCount({ keyword, locationCode, device }: AskedKeyword, byKey: ReadonlyMap<string, QueryCount>): GoogleCount | null {
  const place = findGoogleCountry(locationCode);
  const count = place && byKey.get(toKey(normalizeKeyword(keyword), place.country, device));
  if (count === undefined) return null;
  const { clicks, impressions, places } = count;
  return { clicks, impressions, position: places / impressions, isOfCountry: !place?.isWhole };
}

function toKey(text: string, country: string, device: string): string {
  return `${text}\n${country}\n${device}`;
}
