import type { MoveCounts } from '#client';
import { formatCount, formatDay, formatPlural, formatUsdTotal } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { joinSentences, joinWords, sayIs, sayPoints } from '#data/sentence.ts';
import { sayCause } from './cause.ts';
import { findLast, isSameCheck, toFigure, type Overview } from './figures.ts';
import { sayUnchecked } from './known.ts';
import { capitalize } from '#data/words.ts';

type Said = Pick<Overview, 'days' | 'compared_days' | 'outcomes' | 'moves' | 'spend' | 'position_scale'>;

/** What changed in a project, why, and what it costs; what is not known is said as that. */
export function sayOverview(overview: Said): string {
  const { outcomes, spend } = overview;
  if (outcomes.tracked === 0) return 'No keyword is tracked yet.';
  return joinSentences([
    ...sayMoves(overview),
    sayUnknown(outcomes),
    ...(spend === undefined ? [] : [`${formatUsdTotal(spend.month_usd)} spent this month.`]),
  ]);
}

/** The moves since a person last looked. @param since the overview of the days from then until today */
export function sayVisit(since: Pick<Overview, 'days' | 'compared_days' | 'moves'>): string | undefined {
  const { before, counts } = since.moves;
  if (isSameCheck(since, before)) return `No keyword had a good check since you last looked, on ${formatDay(before)}.`;
  if (Object.values(counts).every((count) => count === 0)) return undefined;
  return sayCounts(`Since you last looked, on ${formatDay(before)}`, counts);
}

function sayMoves(overview: Said): (string | undefined)[] {
  const { days, moves, outcomes } = overview;
  const last = findLast(days);
  if (!last) {
    const isFirst = outcomes.pending === outcomes.tracked;
    return [isFirst ? undefined : 'Nothing was measured in these days.'];
  }
  const { up, down, new: found, lost, unchanged } = moves.counts;
  // On a first day the compared day is the day itself.
  const isFirstDay = moves.before >= last.date || up + down + found + lost + unchanged === 0;
  if (!isFirstDay && !isSameCheck(overview, moves.before))
    return [sayCounts(`Since ${formatDay(moves.before)}`, moves.counts), sayShare(overview)];
  return [
    `On ${formatDay(last.date)}, ${formatCount(last.ranked)} of ${formatPlural(last.keywords, 'keyword')} ranked, ${formatCount(last.top_10)} in the top 10.`,
    isFirstDay
      ? 'There is no earlier day to compare with yet.'
      : `${capitalize(sayUnchecked(moves.before, moves.after))}, so nothing is known to have moved.`,
  ];
}

function sayCounts(since: string, { up, down, new: found, lost }: MoveCounts): string {
  if (up + down + found + lost === 0) return `${since}: no keyword moved.`;
  const said = [
    `${formatPlural(up, 'keyword')} up`,
    `${formatCount(down)} down`,
    found > 0 && `${formatCount(found)} new`,
    lost > 0 && `${formatCount(lost)} lost`,
  ];
  return `${since}: ${joinWords(said)}.`;
}

/** The share of voice, with the keyword whose move changed it most the same way. */
function sayShare(overview: Said): string | undefined {
  const { value, change } = toFigure(overview, (day) => day.share_of_voice);
  if (value === null) return undefined;
  const points = sayPoints(change);
  if (points === undefined || change === null) return `Share of voice is ${formatShare(value)}${change === null ? '' : ', unchanged'}.`;
  return joinSentences([
    `Share of voice ${change > 0 ? 'rose' : 'fell'} ${points} to ${formatShare(value)}.`,
    sayCause(overview, change > 0),
  ]);
}

function sayUnknown({ failed, pending }: Overview['outcomes']): string | undefined {
  const parts = [
    failed > 0 && `the newest check of ${formatPlural(failed, 'keyword')} failed`,
    pending > 0 && `${sayIs(pending, formatPlural(pending, 'keyword'))} not checked yet`,
  ];
  const said = joinWords(parts);
  return said === '' ? undefined : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
