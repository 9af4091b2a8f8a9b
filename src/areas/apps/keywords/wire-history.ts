import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { languageCodeField } from '#areas/projects/index.ts';
import { dayParam, idField, integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { RatingReadingBody, storefrontField, toRatingReading } from '../catalogue/index.ts';
import { toAppRef } from '../catalogue/wire/fields.ts';
import type { TermCheck } from './analytics.ts';
import type { Competitors, CompetitorsInput, ShownCompetitor } from './list-competitors.ts';
import type { TermHistory, TermHistoryInput } from './list-term-history.ts';
import { SEARCH_DEPTH, TERM_STATUSES } from './search.ts';

const HISTORY_DEFAULT = 1_000;
const HISTORY_MAX = 10_000;
const COMPETITORS_DEFAULT = 20;
const COMPETITORS_MAX = 100;
const WITHIN_DEFAULT = 20;

/** What questions about one app of a project have in common. */
const AppQuery = z.object({
  project_id: idField(),
  platform: z.enum(PLATFORMS).optional().meta({ description: 'The store whose ids look like this unless given.' }),
  storefront: storefrontField().optional().meta({ description: 'Where the app is tracked, else `us`, else where it was last read.' }),
  language_code: languageCodeField().optional().meta({ description: 'All unless given.' }),
});

function toAppInput(appId: string, query: z.output<typeof AppQuery>) {
  const { project_id: projectId, storefront, language_code: languageCode } = query;
  return { projectId, appId, platform: toAppRef({ app_id: appId }, query).platform, storefront, languageCode };
}

export const HistoryQuery = AppQuery.extend({
  app_id: idField(),
  keyword: nameField().optional().meta({ description: 'All terms of the app unless given.' }),
  start_date: dayParam().optional().meta({ description: '90 days before the end unless given.' }),
  end_date: dayParam().optional().meta({ description: 'Today unless given.' }),
  limit: limitField(HISTORY_DEFAULT, HISTORY_MAX),
  offset: offsetField(),
});
type HistoryQuery = z.output<typeof HistoryQuery>;

export function toHistoryInput(query: HistoryQuery): TermHistoryInput {
  return { ...toAppInput(query.app_id, query), keyword: query.keyword, startDate: query.start_date, endDate: query.end_date };
}

const CheckBody = z.object({
  keyword: z.string(),
  language_code: z.string(),
  date: z.string(),
  checked_at: z.string(),
  status: z.enum(TERM_STATUSES),
  position: z.int().nullable(),
  rank: z.int().nullable(),
  checked_depth: z.int().nullable(),
  error: z.string().nullable(),
});

export const HistoryResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  platform: z.enum(PLATFORMS),
  storefront: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  history: z.array(CheckBody).meta({ description: 'One record for each check, oldest first.' }),
  ...ListFields,
});

export function toTermHistoryBody(query: HistoryQuery, { checks, ...history }: TermHistory): z.input<typeof HistoryResponse> {
  const shown = checks.slice(query.offset, query.offset + query.limit);
  return {
    success: true,
    app_id: query.app_id,
    platform: toAppRef(query, query).platform,
    storefront: history.storefront,
    start_date: history.startDate,
    end_date: history.endDate,
    history: shown.map(toCheckBody),
    ...toListFields(shown, query, checks.length),
  };
}

function toCheckBody({ position: stored, checkedDepth, error, ...check }: TermCheck): z.input<typeof CheckBody> {
  const isFailed = error !== '';
  const position = isFailed || stored === 0 ? null : stored;
  return toBody(CheckBody, {
    ...check,
    status: isFailed ? 'failed' : position === null ? 'not_found' : 'ranked',
    position,
    rank: position,
    checkedDepth: isFailed ? null : checkedDepth,
    error: isFailed ? error : null,
  });
}

export const CompetitorsQuery = AppQuery.extend({
  within: integerParam({ min: 1, max: SEARCH_DEPTH }).default(WITHIN_DEFAULT).meta({ description: 'Places that count.' }),
  limit: limitField(COMPETITORS_DEFAULT, COMPETITORS_MAX),
  offset: offsetField(),
});

export function toCompetitorsInput(appId: string, query: z.output<typeof CompetitorsQuery>): CompetitorsInput {
  return { ...toAppInput(appId, query), within: query.within };
}

const CompetitorBody = z.object({
  app_id: z.string(),
  title: z.string().nullable(),
  developer_name: z.string().nullable(),
  icon_url: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.int().nullable(),
  rating_reading: RatingReadingBody,
  shared_terms: z.int(),
  share: z.number().meta({ description: 'Of the terms that were read, 0 to 1.' }),
  average_position: z.number(),
  best_position: z.int(),
  ahead: z.int().meta({ description: 'Terms in which it stands before the app, or the app does not stand.' }),
  behind: z.int(),
  keywords: z.array(z.object({ keyword: z.string(), language_code: z.string(), position: z.int(), own_position: z.int().nullable() })),
});

export const CompetitorsResponse = z.object({
  success: z.boolean(),
  app_id: z.string(),
  platform: z.enum(PLATFORMS),
  storefront: z.string(),
  within: z.int(),
  terms_tracked: z.int(),
  terms_read: z.int(),
  competitors: z.array(CompetitorBody),
  ...ListFields,
});

export function toCompetitorsBody(
  { appId, platform, within }: CompetitorsInput,
  found: Competitors,
  page: Page,
): z.input<typeof CompetitorsResponse> {
  return {
    success: true,
    app_id: appId,
    platform,
    storefront: found.storefront,
    within,
    terms_tracked: found.termsTracked,
    terms_read: found.termsRead,
    competitors: found.competitors.map(toCompetitorBody),
    ...toListFields(found.competitors, page, found.total),
  };
}

const ROUNDING = 100;

function toCompetitorBody({
  app,
  shownIcon,
  terms,
  share,
  averagePosition,
  ...competitor
}: ShownCompetitor): z.input<typeof CompetitorBody> {
  return toBody(CompetitorBody, {
    ...competitor,
    title: app?.title ?? null,
    developerName: app?.developerName ?? null,
    iconUrl: shownIcon,
    rating: app?.rating ?? null,
    ratingCount: app?.ratingCount ?? null,
    ratingReading: app ? toRatingReading(app) : null,
    sharedTerms: terms.length,
    share: Math.round(share * ROUNDING) / ROUNDING,
    averagePosition: Math.round(averagePosition * ROUNDING) / ROUNDING,
    keywords: terms.map(({ keyword, languageCode, position, ownPosition }) => ({
      keyword,
      language_code: languageCode,
      position,
      own_position: ownPosition,
    })),
  });
}
