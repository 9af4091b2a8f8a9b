import { countDays, type Day } from '#data/time/days.ts';
import { formatPlural, formatShortDay } from '#data/format.ts';
import type { PositionScale } from '#ui/charts/position-bands.ts';
import type { Result } from './compare.ts';
import { joinWords } from '#data/sentence.ts';
import { countWords, toFeatureWords } from './feature-words.ts';
import { findOwn, findPassing, toPlaceIn } from './own-place.ts';

/** A result page as a good check read it. */
export interface ReadPage {
  readonly day: Day;
  readonly results: readonly Result[];
  /** What stood on it beside the results. */
  readonly features: readonly string[];
  readonly checkedDepth: number;
}

export interface TwoPages {
  readonly scale: PositionScale;
  readonly before: ReadPage;
  readonly after: ReadPage;
  /** Days in between on which checks failed. */
  readonly failedDays: readonly Day[];
}

/** Why a keyword moved, in words, from the two result pages alone: `From 20 to 48 on Nov 21: nine sites passed you; a video pack appeared.` */
export function explainMove(pages: TwoPages): string {
  const causes = listCauses(pages).join('; ');
  return [`${toHead(pages)}${causes && `: ${causes}`}.`, ...listDoubts(pages)].join(' ');
}

/** Where the project stands on a result page that is compared with no other. */
export function sayPage({ day, results, checkedDepth }: ReadPage, scale: PositionScale): string {
  const own = findOwn(results);
  const where = own ? `At ${toPlaceIn(own, scale)} on ${formatShortDay(day)}` : `Not found on ${formatShortDay(day)}`;
  return `${where} among the ${formatPlural(checkedDepth, 'result')} that were read.`;
}

/** The best own result of each page. */
interface Own {
  readonly former: Result | undefined;
  readonly newest: Result | undefined;
}

function toOwn({ before, after }: TwoPages): Own {
  return { former: findOwn(before.results), newest: findOwn(after.results) };
}

/** It stood lower than the later check read, which so says nothing of it. */
function isOutOfSight({ former: then, newest: now }: Own, { after }: TwoPages): boolean {
  return then !== undefined && now === undefined && then.rank_group > after.checkedDepth;
}

function toHead(pages: TwoPages): string {
  const { scale, before, after } = pages;
  const own = toOwn(pages);
  const [then, now] = [own.former && toPlaceIn(own.former, scale), own.newest && toPlaceIn(own.newest, scale)];
  const when = countDays(before.day, after.day) > 1 ? `between ${toDays(before, after)}` : `on ${formatShortDay(after.day)}`;
  if (then === undefined && now === undefined) return `Not found on ${toDays(before, after)}`;
  if (isOutOfSight(own, pages))
    return `At ${then} on ${formatShortDay(before.day)}; the check of ${formatShortDay(after.day)} read ${after.checkedDepth} results and did not look so deep`;
  if (now === undefined) return `From ${then} to not found among ${after.checkedDepth} results ${when}`;
  if (then === undefined) return `From not found among ${before.checkedDepth} results to ${now} ${when}`;
  return then === now ? `At ${now} on ${toDays(before, after)}` : `From ${then} to ${now} ${when}`;
}

function toDays(before: ReadPage, after: ReadPage): string {
  return `${formatShortDay(before.day)} and ${formatShortDay(after.day)}`;
}

function listCauses(pages: TwoPages): string[] {
  const own = toOwn(pages);
  if (isOutOfSight(own, pages)) return [];
  const above = listAbove(pages, own);
  const named = new Set(above.flatMap(({ kind }) => kind));
  return [...listSites(pages, own, above.length > 0), ...above.map(({ words }) => words), ...listPage(own), ...listFeatures(pages, named)];
}

/** Sites that went past the project, or that it went past. */
function listSites({ before, after, scale }: TwoPages, { former: then, newest: now }: Own, isPushed: boolean): string[] {
  if (!then || !now) return [];
  const { passed, overtaken } = findPassing(before.results, after.results);
  const [from, to] = [toPlaceIn(then, scale), toPlaceIn(now, scale)];
  if (to > from && passed.length > 0) return [`${countWords(passed.length, 'site')} passed you`];
  if (to < from && overtaken.length > 0) return [`you passed ${countWords(overtaken.length, 'site')}`];
  if (to === from || isPushed) return to > from ? ['no site passed you'] : [];
  return to > from ? ['no site passed you, but the sites above you take more places'] : ['the sites above you take fewer places'];
}

interface Above {
  readonly kind: string;
  readonly words: string;
}

/** Ads and blocks that came above the project, where these count; or that went from there. */
function listAbove({ before, after, scale }: TwoPages, { former: then, newest: now }: Own): Above[] {
  if (scale !== 'page' || !then || !now || then.rank_absolute === now.rank_absolute) return [];
  const isFall = now.rank_absolute > then.rank_absolute;
  const [had, has] = [countAbove(before.results, then), countAbove(after.results, now)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((kind) => {
    const more = (has.get(kind) ?? 0) - (had.get(kind) ?? 0);
    if (more === 0 || more > 0 !== isFall) return [];
    const what = kind === 'paid' ? countWords(Math.abs(more), 'ad') : toFeatureWords(kind);
    return [{ kind, words: isFall ? `${what} came above you` : `${what} above you went away` }];
  });
}

/** What of another kind stands above a result. */
function countAbove(results: readonly Result[], own: Result): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type, is_paid: isPaid, rank_absolute: place } of results) {
    const kind = isPaid ? 'paid' : type;
    if (place < own.rank_absolute && kind !== own.type) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Which own page ranked and ranks. */
function listPage({ former: then, newest: now }: Own): string[] {
  if (!then || then.url === null) return [];
  if (!now) return [`${toPath(then)} ranked before`];
  return now.url === null || now.url === then.url ? [] : [`${toPath(now)} ranks now instead of ${toPath(then)}`];
}

function toPath({ url }: Result): string {
  if (url === null || !URL.canParse(url)) return url ?? '';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function listFeatures({ before, after }: TwoPages, named: ReadonlySet<string>): string[] {
  const list = (has: ReadPage, hadNot: ReadPage): string =>
    joinWords(has.features.filter((one) => one !== 'organic' && !named.has(one) && !hadNot.features.includes(one)).map(toFeatureWords));
  const [came, went] = [list(after, before), list(before, after)];
  return [...(came ? [`${came} appeared`] : []), ...(went ? [`${went} disappeared`] : [])];
}

/** What the two pages cannot say. */
function listDoubts({ before, after, failedDays }: TwoPages): string[] {
  const days = joinWords(failedDays.map(formatShortDay));
  return [
    ...(days
      ? [`Checks failed on ${days}, so it may have happened on ${failedDays.length === 1 ? 'that day' : 'one of these days'}.`]
      : []),
    ...(before.checkedDepth === after.checkedDepth
      ? []
      : [`The checks read to different depths: ${before.checkedDepth} and ${after.checkedDepth} results.`]),
  ];
}
