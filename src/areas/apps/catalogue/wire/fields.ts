import { z } from 'zod';
import { PLATFORMS, findAppIdProblem, type Platform } from '#areas/assets/index.ts';
import { dayParam, idField, integerParam } from '#http/fields.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { CRAWL_DEVICES } from '../../crawl-config.ts';
import type { AppRef } from '../choose-storefront.ts';
import { CATEGORY_SECTIONS, CATEGORY_TYPES, type CategorySection } from '../category.ts';
import { storefrontField } from '../storefronts.ts';
import type { DayRange } from '../store/history.ts';
import type { ListFilter } from '../store/rankings.ts';

const DAYS_DEFAULT = 90;
const DAYS_MAX = 1_830;

export const platformField = () => z.enum(PLATFORMS);

/** What reading a list of a store cost. */
export const ListPrice = z
  .number()
  .nullable()
  .meta({ description: 'What reading the whole list cost. 0: it was free; null: not recorded.' });

/** A country under both of its names. */
export const storefrontFields = {
  storefront: storefrontField()
    .optional()
    .meta({ description: 'Country of the store; when left out `us`, or where an app was last seen when none is known of `us`.' }),
  country: storefrontField().optional().meta({ description: 'Another name of `storefront`.' }),
};

interface Country {
  readonly storefront?: string | undefined;
  readonly country?: string | undefined;
}

/** Undefined: not said. */
export function toStorefront({ storefront, country }: Country): string | undefined {
  return storefront ?? country;
}

export const sectionFields = {
  section: z.enum(CATEGORY_SECTIONS).optional(),
  content_type: z.enum(CATEGORY_SECTIONS).optional().meta({ description: 'Another name of `section`.' }),
};

export function toSection(query: {
  readonly section?: CategorySection | undefined;
  readonly content_type?: CategorySection | undefined;
}): CategorySection | undefined {
  return query.section ?? query.content_type;
}

export const AppParams = z.object({ app_id: idField() });

/** Which app is meant; the store is read off the id where it is not named. */
export const appFields = {
  platform: platformField()
    .optional()
    .meta({ description: 'The store of the app; its id shows it: a number is of `store_a`, a package name of `store_b`.' }),
  ...storefrontFields,
  storefront: storefrontField()
    .optional()
    .meta({ description: 'Country of the store; when left out where the caller tracks the app, else `us`, else where it was last read.' }),
};

/** @throws AppError when the id cannot be one of the store that is named */
export function toAppRef(
  { app_id: appId }: z.output<typeof AppParams>,
  query: Country & { readonly platform?: Platform | undefined },
): AppRef {
  const platform = query.platform ?? (/^\d+$/u.test(appId) ? 'store_a' : 'store_b');
  const other = PLATFORMS.find((one) => one !== platform && findAppIdProblem(appId, one) === undefined);
  // An id of neither store is one that is not known.
  if (findAppIdProblem(appId, platform) !== undefined && other !== undefined)
    throw invalid([{ path: 'platform', message: `must be the store of the app, ${other}` }]);
  return { platform, storefront: toStorefront(query), appId };
}

export const rangeFields = {
  start_date: dayParam().optional().meta({ description: 'First day of the history; in place of `days`.' }),
  end_date: dayParam().optional().meta({ description: 'Last day of the history; today when left out.' }),
  days: integerParam({ min: 1, max: DAYS_MAX }).default(DAYS_DEFAULT).meta({ description: 'Days of history up to the last one.' }),
};

/** @throws AppError when the first day lies after the last */
export function toRange(query: z.output<z.ZodObject<typeof rangeFields>>, now: Date): DayRange {
  const to = query.end_date ?? toDay(now);
  const from = query.start_date ?? addDays(to, 1 - query.days);
  if (from > to) throw invalid([{ path: 'start_date', message: 'must not be after end_date' }]);
  return { from, to };
}

/** Names of lists that an app can have a position on. */
const CHARTS = [
  'top-free',
  'top-paid',
  'top-grossing',
  'new',
  'new-free',
  'new-paid',
  'topselling_free',
  'topselling_paid',
  'topgrossing',
  ...CATEGORY_TYPES.filter((type) => type !== 'chart'),
] as const;

export const chartField = () =>
  z.enum(CHARTS).meta({
    description: 'On `store_a` `top-free` and the like, on `store_b` `topselling_free` and the like; of an editorial list its type.',
  });

export const deviceField = () => z.enum(CRAWL_DEVICES).meta({ description: '`iphone` is `phone`, `ipad` is `tablet`.' });

export function toDevice(device: (typeof CRAWL_DEVICES)[number]): 'phone' | 'tablet' {
  return device === 'tablet' || device === 'ipad' ? 'tablet' : 'phone';
}

export const listFilterFields = {
  category_id: idField().optional(),
  chart: chartField().optional(),
  device: deviceField().optional(),
  category_type: z.enum(CATEGORY_TYPES).optional(),
};

export function toListFilter(query: z.output<z.ZodObject<typeof listFilterFields>>): ListFilter {
  return {
    categoryId: query.category_id,
    chart: query.chart,
    device: query.device && toDevice(query.device),
    type: query.category_type,
  };
}
