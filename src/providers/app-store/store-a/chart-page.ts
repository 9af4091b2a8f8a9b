import type { ChartPage, ChartRank, StoreChart, WebChart } from '../types.ts';
import { fieldsOf, idOf, listOf, makeFieldCheck, MissingFieldsError, textOf, type FieldCheck, type Fields } from './fields.ts';
import { findLockup, readLockup } from './lockup.ts';
import { checkStorefront, readStorePage } from './page-data.ts';

const CHARTS: ReadonlySet<unknown> = new Set<WebChart>(['top-free', 'top-paid']);
/** So many positions stand on the page in full; the others are ids. */
const IN_FULL = 25;
const APPS = 'apps';

/**
 * Reads the charts of a category, or of the whole store.
 * @throws MissingFieldsError when the page, a chart or an app on it lacks what all have
 * @throws WrongAnswerError when the page is another country's
 */
export function parseChartPage(
  html: string,
  { categoryId, chart, storefront }: { readonly categoryId: string; readonly chart: WebChart; readonly storefront: string },
): ChartPage {
  const page = readStorePage(html);
  checkStorefront(page, storefront);
  const check = makeFieldCheck();
  const charts = listSegments(page.data, categoryId, check).flatMap(({ genreId, segment }) => readSegment(segment, genreId, check) ?? []);
  const asked = check.need(
    `segments.${chart}`,
    charts.find((one) => one.categoryId === categoryId && one.chart === chart),
  );
  const categories = readCategories(page.data, check);
  if (asked === undefined || check.missing.size > 0) throw new MissingFieldsError(check.missing);
  return { ranks: asked.ranks, charts, categories };
}

/** The page of the whole store holds a chart for apps and one for games, that of a category its own. */
function listSegments(data: Fields, categoryId: string, check: FieldCheck): { readonly genreId: string; readonly segment: Fields }[] {
  const own = listOf(data['segments']);
  if (own !== undefined) return own.map((segment) => ({ genreId: categoryId, segment: fieldsOf(segment) }));
  const charts = check.need('segments', listOf(data['charts'])) ?? [];
  return charts.map(fieldsOf).flatMap((chart) => {
    const genreId = check.need('charts[].genreId', idOf(chart['genreId']));
    const segments = check.need('charts[].segments', listOf(chart['segments']));
    return genreId === undefined ? [] : (segments ?? []).map((segment) => ({ genreId, segment: fieldsOf(segment) }));
  });
}

/** Charts that we do not know are left out. */
function readSegment(segment: Fields, categoryId: string, check: FieldCheck): StoreChart | undefined {
  const chart = check.need('segments[].chart', textOf(segment['chart']));
  if (!CHARTS.has(chart)) return undefined;
  const shelf = check.need('segments[].shelves', listOf(segment['shelves']));
  const items = check.need('segments[].shelves[0].items', listOf(fieldsOf(shelf?.[0])['items'])) ?? [];
  const rest = listOf(fieldsOf(segment['nextPage'])['remainingContent']);
  // A short chart has no rest.
  if (items.length >= IN_FULL) check.need('segments[].nextPage.remainingContent', rest);
  return { categoryId, chart: chart as WebChart, ranks: [...readFirst(items, check), ...readRest(rest ?? [], items.length, check)] };
}

function readFirst(items: readonly unknown[], check: FieldCheck): ChartRank[] {
  return items.flatMap((item, at) => {
    const lockup = readLockup(findLockup(item) ?? {}, check);
    return lockup === undefined ? [] : [{ rank: at + 1, appId: lockup.appId, lockup }];
  });
}

/** Bundles keep their positions: the positions after them do not move up. */
function readRest(rest: readonly unknown[], before: number, check: FieldCheck): ChartRank[] {
  return rest.map(fieldsOf).flatMap(({ id, type }, at) => {
    const appId = check.need('remainingContent[].id', idOf(id));
    return appId === undefined || (type !== undefined && type !== APPS) ? [] : [{ rank: before + at + 1, appId, lockup: undefined }];
  });
}

function readCategories(data: Fields, check: FieldCheck): ChartPage['categories'] {
  const categories = check.need('categories', listOf(data['categories'])) ?? [];
  return categories.map(fieldsOf).flatMap(({ genreId, name }) => {
    const categoryId = check.need('categories[].genreId', idOf(genreId));
    const shown = check.need('categories[].name', textOf(name));
    return categoryId === undefined || shown === undefined ? [] : [{ categoryId, name: shown }];
  });
}
