/** What the work table and one of its keywords say first. The other screens of keywords have theirs beside them. */
import { formatCount, formatPlural } from '#data/format.ts';
import { joinWords, sayIs } from '#data/sentence.ts';
import type { OutcomeValue } from '#ui/states/outcome.ts';
import type { BandId } from '#ui/charts/position-bands.ts';

/** Where the keywords stand, and what is not known of some. */
export function sayKeywords(bands: ReadonlyMap<BandId, number>): string | undefined {
  const count = (...ids: readonly BandId[]): number => ids.reduce((sum, id) => sum + (bands.get(id) ?? 0), 0);
  const ranked = count('top3', 'top10', 'top20', 'top50', 'below');
  const good = ranked + count('not_found');
  const unknown = joinWords([
    count('failed') > 0 && `the newest check of ${formatCount(count('failed'))} failed`,
    count('pending') > 0 && `${sayIs(count('pending'), formatCount(count('pending')))} not checked yet`,
  ]);
  if (good === 0) return unknown === '' ? undefined : `No position is known: ${unknown}.`;
  const places = joinWords([
    `${formatCount(count('top3'))} in the top 3`,
    `${formatCount(count('top3', 'top10'))} in the top 10`,
    `${formatCount(count('not_found'))} not found`,
  ]);
  return `Of ${formatPlural(good, 'keyword')} with a good check, ${places}${unknown === '' ? '' : `; ${unknown}`}.`;
}

/** How a keyword stands, and how it came there. */
export function sayKeyword(
  { outcome, position, lastGood, reason }: OutcomeValue,
  { change, best }: { readonly change: number | null | undefined; readonly best: number | null | undefined },
): string {
  // The one check that is known is not the best of several.
  const isAlone = (change === null || change === undefined) && best === position;
  const bestSaid = best === null || best === undefined || isAlone ? '' : `, the best of these days is ${formatCount(best)}`;
  switch (outcome) {
    case 'ranked':
      return `Position ${formatCount(position)}, ${sayStep(change)}${bestSaid}.`;
    case 'not_found':
      return `Not found by the newest check${bestSaid}.`;
    case 'failed': {
      const why = reason === null || reason === undefined ? '' : `: ${reason}`;
      const before = lastGood
        ? lastGood.position === null
          ? 'The last good one did not find it.'
          : `The last good one found it at ${formatCount(lastGood.position)}.`
        : 'No check was good so far.';
      return `The newest check failed${why}${/[.!?]$/u.test(why) ? '' : '.'} ${before}`;
    }
    case 'pending':
      return 'Not checked yet.';
  }
}

function sayStep(change: number | null | undefined): string {
  if (change === null || change === undefined) return 'with nothing to compare with';
  if (change === 0) return 'unchanged since the check before';
  return `${change > 0 ? 'up' : 'down'} ${formatCount(Math.abs(change))} since the check before`;
}
