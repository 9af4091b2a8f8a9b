import { z } from 'zod';
import { OutsideError } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { SERVICE } from './errors.ts';
import { COMPETITION_LEVELS, KEYWORD_INTENTS, type FiguresSource, type KeywordFigures, type MonthlySearches } from './index.ts';
import type { ShapeSurprise } from './mapper.ts';

/** Numbers and lists of the provider are read as they come; values of another type count as missing. */
const number = z.number().nullish().catch(null);
const Months = z
  .array(z.object({ year: z.int(), month: z.int().min(1).max(12), search_volume: number }))
  .nullish()
  .catch(null);
const level = z.enum(COMPETITION_LEVELS).nullish().catch(null);

const LabsRow = z.object({
  keyword: z.string(),
  keyword_info: z
    .object({
      search_volume: number,
      cpc: number,
      competition: number,
      competition_level: level,
      categories: z.array(z.int()).nullish().catch(null),
      monthly_searches: Months,
    })
    .nullish(),
  keyword_properties: z.object({ keyword_difficulty: number }).nullish(),
  search_intent_info: z.object({ main_intent: z.enum(KEYWORD_INTENTS).nullish().catch(null) }).nullish(),
});

const AdsRow = z.object({
  keyword: z.string(),
  search_volume: number,
  cpc: number,
  competition: level,
  competition_index: number,
  monthly_searches: Months,
});

const LabsResult = z.object({ items: z.array(z.unknown()).nullable(), items_count: z.number().nullish() });

/** Above this share of unreadable rows a keyword that was not seen may well be there. */
const UNREADABLE_SHARE_MAX = 0.1;

/**
 * Reads the figures of an answer, by the normalized text of the keyword. Keywords that the provider
 * knows nothing about are not in it: one source leaves them out, the other lists them without figures.
 * @param isPaid the provider charges for an answer without anything in it, so one that was free is damaged
 * @throws OutsideError `parse`
 */
export function toKeywordFigures(
  result: readonly unknown[] | null,
  { source, isPaid }: { readonly source: FiguresSource; readonly isPaid: boolean },
  onSurprise: (kind: ShapeSurprise) => void,
): ReadonlyMap<string, KeywordFigures> {
  const rows = source === 'labs' ? listLabsRows(result, isPaid) : listAdsRows(result);
  const read = rows.map((row) => (source === 'labs' ? readLabsRow(row) : readAdsRow(row)));
  const unreadable = read.filter((figures) => figures === undefined).length;
  for (let count = 0; count < unreadable; count += 1) onSurprise('keyword_unreadable');
  if (unreadable > 1 && unreadable > rows.length * UNREADABLE_SHARE_MAX) throw damaged('most of its rows are of an unknown shape');
  return new Map(read.flatMap((figures) => (figures === undefined || isWithoutFigures(figures) ? [] : [[figures.keyword, figures]])));
}

function listLabsRows(result: readonly unknown[] | null, isPaid: boolean): readonly unknown[] {
  if (result === null && isPaid) return [];
  const parsed = LabsResult.safeParse(result?.[0]);
  if (!parsed.success) throw damaged('it holds no list of keywords');
  return parsed.data.items ?? [];
}

/** This source has a row for every keyword. */
function listAdsRows(result: readonly unknown[] | null): readonly unknown[] {
  if (result === null || result.length === 0) throw damaged('it holds no keywords');
  return result;
}

function readLabsRow(row: unknown): KeywordFigures | undefined {
  const parsed = LabsRow.safeParse(row);
  if (!parsed.success) return undefined;
  const { keyword, keyword_info: info, keyword_properties: properties, search_intent_info: intent } = parsed.data;
  return {
    keyword: normalizeKeyword(keyword),
    searchVolume: toWhole(info?.search_volume),
    cpc: info?.cpc ?? null,
    competition: info?.competition ?? null,
    competitionLevel: info?.competition_level ?? null,
    keywordDifficulty: toWhole(properties?.keyword_difficulty),
    intent: intent?.main_intent ?? null,
    monthlySearches: toMonths(info?.monthly_searches),
    categories: info?.categories ?? [],
  };
}

function readAdsRow(row: unknown): KeywordFigures | undefined {
  const parsed = AdsRow.safeParse(row);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  return {
    keyword: normalizeKeyword(data.keyword),
    searchVolume: toWhole(data.search_volume),
    cpc: data.cpc ?? null,
    competition: typeof data.competition_index === 'number' ? data.competition_index / 100 : null,
    competitionLevel: data.competition ?? null,
    keywordDifficulty: null,
    intent: null,
    monthlySearches: toMonths(data.monthly_searches),
    categories: [],
  };
}

function isWithoutFigures({ searchVolume, cpc, competition, keywordDifficulty, monthlySearches }: KeywordFigures): boolean {
  return [searchVolume, cpc, competition, keywordDifficulty].every((figure) => figure === null) && monthlySearches.length === 0;
}

/** Newest first; months without a number are left out. */
function toMonths(months: z.output<typeof Months>): MonthlySearches[] {
  return (months ?? [])
    .flatMap(({ year, month, search_volume: volume }) =>
      typeof volume === 'number' ? [{ year, month, searchVolume: Math.round(volume) }] : [],
    )
    .toSorted((one, other) => other.year - one.year || other.month - one.month);
}

function toWhole(value: number | null | undefined): number | null {
  return typeof value === 'number' ? Math.round(value) : null;
}

function damaged(why: string): OutsideError {
  return new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave unreadable figures of keywords: ${why}` });
}
