import { z } from 'zod';
import { CHANNELS, KEYWORD_FILTERS, TRACKED_FILTERS, toTrackedSelection } from '#areas/keywords/index.ts';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, VOICE_FIELDS } from '#areas/projects/index.ts';
import { limitField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { roundUsd } from '#kernel/money.ts';
import { MONEY_PAGES, TARGET_FIELDS } from '#areas/classification/index.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { PriceMetrics } from '../../grid/price-rows.ts';
import { isSamePage, listSearched, type RankedKeyword } from '../../pages/group-by-page.ts';
import type { JudgedPage, LandingPages, PagesInput } from '../../pages/list-pages.ts';
import { NO_READING } from '../../check-reading.ts';
import { MetricsPrice } from '../metrics-price.ts';
import { READING_FIELDS, toReadingBody } from '../reading.ts';
import { SPAN, SPAN_HEAD, SPAN_ORDER } from '../grid.ts';

const LIMIT_DEFAULT = 200;
const LIMIT_MAX = 1_000;
const KEYWORDS_SHOWN = 100;
const POSITION_DIGITS = 2;
const SHARE_DIGITS = 6;

export const PagesQuery = z
  .object({
    ...TRACKED_FILTERS,
    ...KEYWORD_FILTERS,
    ...SPAN,
    ...MONEY_PAGES,
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  })
  .refine(...SPAN_ORDER);

const PageDaysBody = z.object({
  page: z.string(),
  days: z.int(),
  best: z.int(),
  last_day: z.string(),
});

const PageKeyword = z
  .object({
    keyword_id: z.string(),
    keyword: z.string(),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    device: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    position: z.int().nullable().meta({ description: 'At the newest good check of the span; null: not found then.' }),
    rank_absolute: z.int().nullable(),
    ...READING_FIELDS,
    search_volume: z.int().nullable(),
    enriched_at: z.string().nullable().meta({ description: 'When the volume became known.' }),
    enrichment_usd: MetricsPrice,
    target_page: z.string().nullable(),
    is_wrong_page: z.boolean().meta({ description: 'Another page than the target page ranks.' }),
    pages: z
      .array(PageDaysBody)
      .meta({ description: 'The best own page of each day with a good check, newest first; several: they took turns.' }),
  })
  .meta({ id: 'PageKeyword' });

const PageBody = z
  .object({
    page: z.string(),
    ...TARGET_FIELDS,
    keywords: z.int().meta({ description: 'Tracked keywords that rank with this page.' }),
    best_position: z.int(),
    average_position: z.number().meta({ description: 'Of these keywords.' }),
    search_volume: z
      .int()
      .nullable()
      .meta({ description: 'Of these keywords, as far as it is known, each counted once for all devices and engines. Null: of none.' }),
    enrichment_usd: z
      .number()
      .nullable()
      .meta({ description: 'What the metrics of these keywords cost at most, each asked about alone. Null: not known yet.' }),
    share_of_voice: z
      .number()
      .nullable()
      .meta({ description: 'Of all checked keywords that fit, from 0 to 1. Null: no search volume is known.' }),
    contested: z.int().meta({ description: 'Of these keywords, those for which other own pages ranked within the span too.' }),
    wrong: z.int().meta({ description: 'Of these keywords, those whose target page is another one.' }),
    keyword_list: z.array(PageKeyword).meta({ description: `At most ${KEYWORDS_SHOWN}, best first.` }),
  })
  .meta({ id: 'LandingPage' });

export const PagesResponse = z.object({
  ...SPAN_HEAD,
  ...SCALE_FIELDS,
  ...VOICE_FIELDS,
  checked: z.int().meta({ description: 'Tracked keywords that fit and have a good check within the span.' }),
  ranked: z.int().meta({ description: 'Of them, those that rank by the newest one.' }),
  count: z.int(),
  money_pages: z.int().meta({ description: 'Landing pages that earn, whatever `money_pages` asks for.' }),
  other_pages: z.int(),
  unknown_pages: z.int().meta({ description: 'Landing pages whose type no rule knows.' }),
  pages: z.array(PageBody),
  contested: z.array(PageKeyword).meta({ description: 'Keywords for which several own pages took turns, at most 1,000.' }),
  pagination: Pagination,
});

export function toPagesInput(query: z.output<typeof PagesQuery>): PagesInput {
  const { from, to, money_pages: moneyPages, limit, offset } = query;
  return { ...toTrackedSelection(query), from, to, moneyPages, limit, offset };
}

export function toPagesBody(
  { projectId, limit, offset, device, channels, engines }: PagesInput,
  found: LandingPages,
  priceOf: PriceMetrics,
): z.input<typeof PagesResponse> {
  const results = { device, channel: toOnly(channels), engine: toOnly(engines) };
  return {
    success: true,
    project_id: projectId,
    time_zone: found.timeZone,
    from: found.span.from,
    to: found.span.to,
    ...toScaleBody(found),
    ...toVoiceBody(found, results),
    checked: found.checked,
    ranked: found.ranked,
    count: found.pages.length,
    money_pages: found.ofMoney.money,
    other_pages: found.ofMoney.other,
    unknown_pages: found.ofMoney.unknown,
    pages: found.pages.map((page) => toPageBody(page, priceOf)),
    contested: found.contested.map((keyword) => toKeywordBody(keyword, priceOf)),
    pagination: { limit, offset, has_more: offset + found.pages.length < found.total, total: found.total },
  };
}

function toPageBody(page: JudgedPage, priceOf: PriceMetrics): z.input<typeof PageBody> {
  return {
    page: page.page,
    target_page_type: page.targetPageType,
    target_page_category: page.targetPageCategory,
    is_money_page: page.isMoneyPage,
    target_page_confidence: page.targetPageConfidence,
    target_page_evidence: page.targetPageEvidence === null ? null : [...page.targetPageEvidence],
    keywords: page.keywords.length,
    best_position: page.best,
    average_position: Number(page.average.toFixed(POSITION_DIGITS)),
    search_volume: page.volume,
    enrichment_usd: toTotal(listSearched(page.keywords).map(({ metricsSource }) => priceOf(metricsSource))),
    share_of_voice: page.shareOfVoice === null ? null : Number(page.shareOfVoice.toFixed(SHARE_DIGITS)),
    contested: page.contested,
    wrong: page.wrong,
    keyword_list: page.keywords.slice(0, KEYWORDS_SHOWN).map((keyword) => toKeywordBody(keyword, priceOf)),
  };
}

function toOnly(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

/** Null when none is known. */
function toTotal(prices: readonly (number | null)[]): number | null {
  const known = prices.filter((price) => price !== null);
  return known.length === 0 ? null : roundUsd(known.reduce((sum, price) => sum + price, 0));
}

function toKeywordBody(keyword: RankedKeyword, priceOf: PriceMetrics): z.input<typeof PageKeyword> {
  const [newest] = keyword.pages;
  const { targetPage } = keyword;
  return {
    keyword_id: keyword.keywordId,
    keyword: keyword.keyword,
    engine: keyword.engine,
    channel: keyword.channel,
    device: keyword.device,
    location_code: keyword.locationCode,
    language_code: keyword.languageCode,
    position: newest?.rankGroup ?? null,
    rank_absolute: newest?.rankAbsolute ?? null,
    ...toReadingBody(newest?.reading ?? NO_READING),
    search_volume: keyword.volume,
    enriched_at: keyword.enrichedAt?.toISOString() ?? null,
    enrichment_usd: priceOf(keyword.metricsSource),
    target_page: targetPage,
    is_wrong_page: targetPage !== null && newest !== undefined && newest.page !== '' && !isSamePage(targetPage, newest.page),
    pages: keyword.pages
      .filter(({ page }) => page !== '')
      .map(({ page, days, best, lastDay }) => ({ page, days, best, last_day: lastDay })),
  };
}
