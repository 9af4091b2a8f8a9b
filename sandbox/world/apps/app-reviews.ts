import { DAY_MS } from '#kernel/durations.ts';
import { hashText, mix, unit } from '../../hashing.ts';
import { ratingsPerDay, REVIEWS_PER_RATING, starShares, versionOn, type Viewing } from './app-state.ts';
import { sayOne } from './app-texts.ts';
import { genericName, toTitle } from '../names.ts';
import type { StoreApp } from './store-app.ts';

export interface AppReview {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly author: string;
  readonly writtenAt: Date;
  /** The version that was current on that day. */
  readonly version: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly helpfulCount: number;
  readonly reply: { readonly text: string; readonly writtenAt: Date } | undefined;
}

const MIDDLE_STARS = 3;
const REPLY_SHARE = 20;

/** The newest reviews of an app in a storefront, up to `limit`. Each stays as it was written. */
export function listReviews(app: StoreApp, { day, storefront }: Viewing, limit: number): readonly AppReview[] {
  const perDay = REVIEWS_PER_RATING * ratingsPerDay(app, storefront.share);
  const count = Math.floor(perDay * Math.max(0, day + 1 - app.bornDay));
  const shares = starShares(app);
  return Array.from({ length: Math.min(limit, count) }, (_none, place) => {
    const number = count - 1 - place;
    const hash = mix(mix(app.hash, hashText(storefront.country)), number);
    const writtenOn = app.bornDay + Math.max(0, Math.ceil((number + 1) / perDay) - 1);
    return writeReview(app, {
      hash,
      day: writtenOn,
      stars: drawStars(shares, unit(mix(hash, 1))),
      language: storefront.language.slice(0, 2),
    });
  });
}

interface Draft {
  readonly hash: number;
  readonly day: number;
  readonly stars: number;
  readonly language: string;
}

function drawStars(shares: readonly number[], chance: number): number {
  let rest = chance;
  const at = shares.findIndex((share) => (rest -= share) < 0);
  return at === -1 ? 1 : 5 - at;
}

function writeReview(app: StoreApp, { hash, day, stars, language }: Draft): AppReview {
  const mood = stars > MIDDLE_STARS ? 'good' : stars === MIDDLE_STARS ? 'middle' : 'bad';
  const writtenAt = new Date(day * DAY_MS + (mix(hash, 3) % DAY_MS));
  return {
    id: String(9_000_000_000 + hash),
    title: sayOne(`${mood}_title`, app, hash),
    text: sayOne(`${mood}_text`, app, mix(hash, 5)),
    stars,
    author: toTitle(genericName(mix(hash, 7))),
    writtenAt,
    version: versionOn(app, day).name,
    language,
    helpfulCount: mix(hash, 9) % 40,
    reply:
      mix(hash, 11) % 100 < REPLY_SHARE
        ? { text: sayOne('reply', app, hash), writtenAt: new Date(writtenAt.getTime() + 2 * DAY_MS) }
        : undefined,
  };
}
