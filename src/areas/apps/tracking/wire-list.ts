import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { idField, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { RatingReadingBody, toRatingReading } from '../catalogue/index.ts';
import type { NamedPosition, ShownTrackedApp } from './list-tracked-apps.ts';
import { SubscriptionBody, toSubscription } from './wire.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const TrackedAppsQuery = z.object({
  project_id: idField(),
  platform: z.enum(PLATFORMS).optional(),
  app_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const PositionBody = z.object({
  category_id: z.string(),
  category_name: z.string().nullable(),
  chart: z.string(),
  device: z.string(),
  rank: z.int().nullable().meta({ description: 'Null: when the chart was last read, the app was not on it.' }),
  last_rank: z.int(),
  seen_at: z.string(),
  list_usd: z.number().nullable().meta({ description: 'What reading the whole chart cost. 0: it was free; null: not recorded.' }),
  read_at: z.string().meta({ description: 'When the chart was last read.' }),
});

const TrackedAppBody = SubscriptionBody.extend({
  title: z.string().nullable(),
  developer_name: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.int().nullable(),
  rating_reading: RatingReadingBody,
  price: z.number().nullable(),
  version: z.string().nullable(),
  store_status: z.string().nullable().meta({ description: '`removed`: the store has it no more; null: never read.' }),
  ranks: z.array(PositionBody),
}).meta({ id: 'TrackedApp' });

export const TrackedAppsResponse = z.object({ success: z.boolean(), apps: z.array(TrackedAppBody), ...ListFields });

export function toTrackedAppsBody(apps: readonly ShownTrackedApp[], page: Page, total: number): z.input<typeof TrackedAppsResponse> {
  return { success: true, apps: apps.map(toTrackedAppBody), ...toListFields(apps, page, total) };
}

function toTrackedAppBody({ app, positions, shownIcon, ...tracked }: ShownTrackedApp): z.input<typeof TrackedAppBody> {
  return {
    ...toSubscription(tracked),
    icon_url: shownIcon,
    title: app?.title ?? null,
    developer_name: app?.developerName ?? null,
    rating: app?.rating ?? null,
    rating_count: app?.ratingCount ?? null,
    rating_reading: app ? toRatingReading(app) : null,
    price: app?.price ?? null,
    version: app?.version ?? null,
    store_status: app?.status ?? null,
    ranks: positions.map(toPositionBody),
  };
}

function toPositionBody(position: NamedPosition): z.input<typeof PositionBody> {
  return toBody(PositionBody, { ...position, rank: position.readAt > position.seenAt ? null : position.lastRank });
}
