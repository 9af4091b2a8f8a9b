import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { APP_SOURCES, priceRating, type StoredApp } from '../../records/index.ts';

export const RatingPrice = z.number().nullable().meta({ description: 'What that reading cost. 0: it was free; null: not recorded.' });

const Reading = z
  .object({
    read_at: z.string().nullable(),
    source: z.enum(APP_SOURCES),
    cost_usd: RatingPrice,
  })
  .meta({ id: 'AppRatingReading' });

/** How the rating of an app was read, and how many there are. Null: none is known. */
export const RatingReadingBody = Reading.nullable();

type Rated = Pick<StoredApp, 'sources' | 'boughtUsd' | 'fetchedAt'> & { readonly lastSeenAt: Date | null };

export function toRatingReading(app: Rated): z.input<typeof RatingReadingBody> {
  const source = app.sources.rating ?? app.sources.ratingCount;
  if (source === undefined) return null;
  const isOwn = source !== 'list' && source !== 'feed';
  return toBody(Reading, { readAt: isOwn ? app.fetchedAt : app.lastSeenAt, source, costUsd: priceRating(app) });
}
