import { normalizeKeyword } from '#kernel/text.ts';
import {
  readAdsRow,
  readKeywordRows,
  readLabsRow,
  toLabsList,
  toMonths,
  toWhole,
  unreadableKeywords,
  type KeywordResult,
  type ReadKeywordRow,
} from './mapper.ts';
import { AiRowWire, DomainCategoryWire, HistoryRowWire, IntentRowWire, KeywordCategoriesWire, SeedWire, WrappedRowWire } from './wire.ts';
import { toCount } from '../fields.ts';
import type { OnSurprise } from '../surprises.ts';
import type { MonthlySearches } from '#providers/search-data/index.ts';
import type { AiVolume, ByKeyword, DomainCategories, DomainCategory, IntentChance, KeywordRows } from '#providers/search-data/lists.ts';

/** Reads an answer. @throws OutsideError `parse` */
export type ReadList<Value> = (answer: KeywordResult, onSurprise: OnSurprise) => Value;

/** A list of the provider's own database, with or without its seed. */
export const readLabsKeywords: ReadList<KeywordRows> = (answer, onSurprise) => {
  const { items, total } = toLabsList(answer, onSurprise);
  const rows = readKeywordRows(items, (item) => readLabsRow(unwrap(item)), onSurprise);
  return { rows, came: items.length, total, seed: readSeed(answer.result) };
};

/** A list of the ads planner, which is whole: nothing stands around its rows. */
export const readAdsKeywords: ReadList<KeywordRows> = ({ result, isPaid }, onSurprise) => {
  if (result === null && !isPaid) throw unreadableKeywords('it is empty, and free');
  const rows = readKeywordRows(result ?? [], readAdsRow, onSurprise);
  return { rows, came: result?.length ?? 0, total: result?.length ?? 0, seed: null };
};

export const readKeywordCategories: ReadList<ByKeyword<readonly number[]>> = (answer, onSurprise) =>
  readByKeyword(answer, onSurprise, (item) => {
    const { data } = KeywordCategoriesWire.safeParse(item);
    return data && [data.keyword, data.categories ?? []];
  });

export const readIntents: ReadList<ByKeyword<readonly IntentChance[]>> = (answer, onSurprise) =>
  readByKeyword(answer, onSurprise, (item) => {
    const { data } = IntentRowWire.safeParse(item);
    if (data === undefined) return undefined;
    const chances = [data.keyword_intent, ...(data.secondary_keyword_intents ?? [])].flatMap((chance) => chance ?? []);
    const sorted = chances.toSorted((one, other) => other.probability - one.probability);
    return [data.keyword, sorted.length === 0 ? undefined : sorted];
  });

export const readAiVolumes: ReadList<ByKeyword<AiVolume>> = (answer, onSurprise) =>
  readByKeyword(answer, onSurprise, (item) => {
    const { data } = AiRowWire.safeParse(item);
    if (data === undefined) return undefined;
    const months = data.ai_monthly_searches?.map(({ ai_search_volume: volume, ...month }) => ({ ...month, search_volume: volume }));
    const monthlySearches = toMonths(months);
    const searchVolume = toWhole(data.ai_search_volume);
    return [data.keyword, searchVolume === null && monthlySearches.length === 0 ? undefined : { searchVolume, monthlySearches }];
  });

/** Each month of the past holds the twelve before it: of several numbers for a month the newest holds. */
export const readKeywordHistory: ReadList<ByKeyword<readonly MonthlySearches[]>> = (answer, onSurprise) =>
  readByKeyword(answer, onSurprise, (item) => {
    const { data } = HistoryRowWire.safeParse(item);
    if (data === undefined) return undefined;
    const oldestFirst = (data.history ?? []).toSorted((one, other) => one.year - other.year || one.month - other.month);
    const told = oldestFirst.flatMap(({ keyword_info: info }) => info?.monthly_searches ?? []);
    const byMonth = new Map(
      told.filter(({ search_volume: volume }) => typeof volume === 'number').map((one) => [`${one.year} ${one.month}`, one]),
    );
    return [data.keyword, byMonth.size === 0 ? undefined : toMonths([...byMonth.values()])];
  });

export const readDomainCategories: ReadList<DomainCategories> = (answer, onSurprise) => {
  const { items, total } = toLabsList(answer, onSurprise);
  return { rows: readKeywordRows(items, readDomainCategory, onSurprise).toSorted(byKeywords), total };
};

function readDomainCategory(item: unknown): DomainCategory | undefined {
  const { data } = DomainCategoryWire.safeParse(item);
  if (data === undefined) return undefined;
  const { count, etv } = data.metrics?.organic ?? {};
  return { path: data.categories, keywordsCount: toCount(count), estimatedTraffic: etv ?? null };
}

function byKeywords(one: DomainCategory, other: DomainCategory): number {
  return (other.keywordsCount ?? 0) - (one.keywordsCount ?? 0) || other.path.length - one.path.length;
}

/** @param read gives the keyword and its value; a value of `undefined`: the provider knows nothing of it */
function readByKeyword<Value>(
  answer: KeywordResult,
  onSurprise: OnSurprise,
  read: ReadKeywordRow<readonly [keyword: string, value: Value | undefined]>,
): ByKeyword<Value> {
  const rows = readKeywordRows(toLabsList(answer, onSurprise).items, read, onSurprise);
  const known = rows.flatMap(([keyword, value]) => (value === undefined ? [] : [[normalizeKeyword(keyword), value] as const]));
  return { byKeyword: new Map(known) };
}

/** Some lists wrap their keywords. */
function unwrap(item: unknown): unknown {
  const { data } = WrappedRowWire.safeParse(item);
  return data?.keyword_data ?? item;
}

function readSeed(result: KeywordResult['result']): KeywordRows['seed'] {
  for (const part of result ?? []) {
    const seed = readLabsRow(SeedWire.safeParse(part).data?.seed_keyword_data);
    if (seed !== undefined) return seed;
  }
  return null;
}
