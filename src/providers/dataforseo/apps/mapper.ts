import type { AppInfo, AppListing, AppReference, AppReviewRow } from '#providers/search-data/app-data.ts';
import { AppItemWire, AppReviewWire } from './wire.ts';
import { toCount, toNumber, toText, toTexts, toTime } from '../fields.ts';

const STARS_MAX = 5;
const SIZE = /^([\d.,]+)\s*([KMGT]?)i?B?$/iu;
const POWERS = 'KMGT';
const KILO = 1_000;

/** @returns undefined: it names no app or no position, and cannot be read */
export function toListing(row: unknown): AppListing | undefined {
  const { data } = AppItemWire.safeParse(row);
  const facts = data && toFacts(data);
  const rank = toCount(data?.rank_absolute ?? data?.rank_group);
  return facts === undefined || rank === null || rank === 0 ? undefined : { rank, ...facts };
}

/** @returns undefined: it names no app or has no title, and cannot be read */
export function toInfo(row: unknown): AppInfo | undefined {
  const { data } = AppItemWire.safeParse(row);
  const facts = data && toFacts(data);
  if (data === undefined || facts === undefined || facts.title === null) return undefined;
  return {
    ...facts,
    subtitle: toText(data.subtitle),
    description: toText(data.description),
    developerId: toText(data.developer_id),
    websiteUrl: toText(data.developer_website),
    categoryName: toText(data.main_category),
    genres: toTexts(data.genres ?? data.categories),
    installs: toCount(data.installs_count),
    version: toVersion(data.version),
    sizeBytes: toBytes(data.size),
    releasedAt: toTime(data.released_date),
    updatedAt: toTime(data.last_update_date),
    releaseNotes: toText(data.update_notes),
    screenshotUrls: toTexts(data.images),
    similar: toReferences(data.similar_apps),
    moreByDeveloper: toReferences(data.more_apps_by_developer),
  };
}

/** @returns undefined: a review without id, stars or moment cannot be read */
export function toReview(row: unknown): AppReviewRow | undefined {
  const { data } = AppReviewWire.safeParse(row);
  const [id, reviewedAt] = [toText(data?.id), toTime(data?.timestamp)];
  const rating = data?.rating.value ?? 0;
  if (data === undefined || id === null || reviewedAt === null || !Number.isInteger(rating) || rating < 1 || rating > STARS_MAX)
    return undefined;
  const reply = data.responses?.[0];
  const replyBody = toText(reply?.text);
  return {
    id,
    rating,
    title: toText(data.title),
    body: toText(data.review_text) ?? '',
    version: toVersion(data.version),
    reviewedAt,
    author: toText(data.user_profile?.profile_name),
    helpfulCount: toCount(data.helpful_count),
    reply: replyBody === null ? null : { body: replyBody, repliedAt: toTime(reply?.timestamp) },
  };
}

/** What lists and pages have alike. */
function toFacts(data: AppItemWire): Omit<AppListing, 'rank'> | undefined {
  const appId = toText(data.app_id);
  if (appId === null) return undefined;
  const price = toNumber(data.price?.current);
  return {
    appId,
    title: toText(data.title),
    url: toText(data.url),
    iconUrl: toText(data.icon),
    developerName: toText(data.developer),
    rating: toStars(data.rating?.value),
    ratingCount: toCount(data.rating?.votes_count),
    reviewsCount: toCount(data.reviews_count),
    price: price !== null && price >= 0 ? price : null,
    currency: toText(data.price?.currency),
    isFree: data.is_free ?? null,
  };
}

/** 0 means "not rated". */
export function toStars(value: number | null | undefined): number | null {
  return typeof value === 'number' && value > 0 && value <= STARS_MAX ? value : null;
}

function toReferences(rows: AppItemWire['similar_apps']): AppReference[] {
  return (rows ?? []).flatMap(({ app_id: id, title }) => {
    const appId = toText(id);
    return appId === null ? [] : [{ appId, title: toText(title) }];
  });
}

/** "Varies with device" is none. */
function toVersion(value: string | null | undefined): string | null {
  const version = toText(value);
  return version !== null && /\d/u.test(version) ? version : null;
}

/** @example toBytes('24.5 MB') // 24500000 */
function toBytes(value: string | null | undefined): number | null {
  const [, digits, unit = ''] = SIZE.exec(value?.trim() ?? '') ?? [];
  if (digits === undefined) return null;
  const bytes = Number(digits.replaceAll(',', '')) * KILO ** (unit === '' ? 0 : POWERS.indexOf(unit.toUpperCase()) + 1);
  return toCount(bytes);
}
