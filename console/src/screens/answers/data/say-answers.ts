import type { AnswerBrand, AnswerSummary, GetAnswersSummaryResponse } from '#client';
import { formatCount, formatDay } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { joinSentences, joinWords } from '#data/sentence.ts';
import type { SurfaceKind } from './types.ts';
import { sayRate, toSurfaceName } from './words.ts';

/** The basis of rates, which each screen that shows some says. */
export const COUNTED =
  'Counted are planned answers of whole weeks, of each assistant for itself. Refused, empty, failed and skipped ones are left out of rates and stand beside them.';

/** The same where answers of a kind count together. */
export function sayCounted(kind: SurfaceKind): string {
  const which = kind === 'seen' ? 'as people see them' : 'of models by their API';
  return `Counted are planned answers of whole weeks, ${which}. Refused, empty, failed and skipped ones are left out of rates.`;
}

/** The rates of a screen in a sentence: where we are named most, and what is still to come. */
export function sayAnswers(
  { groups, pending, from, to }: GetAnswersSummaryResponse,
  brands: readonly Pick<AnswerBrand, 'name' | 'role'>[],
): string {
  const own = brands.filter(({ role }) => role === 'own').map(({ name }) => isolate(name));
  const known = groups.filter(({ mention_rate: rate }) => sayRate(rate).isKnown);
  const said = known.map(
    ({ surface, mention_rate: rate }) => `${toSurfaceName(surface)} in ${sayRate(rate).text} of ${formatCount(rate.n)} answers`,
  );
  const weeks = `From ${formatDay(from)} to ${formatDay(to)}`;
  return joinSentences([
    said.length > 0 && `${weeks}, ${joinWords(own)} ${own.length === 1 ? 'is' : 'are'} named by ${joinWords(said)}.`,
    said.length === 0 && `${weeks}, there are too few answers for a rate.`,
    pending > 0 && `${formatCount(pending)} more ${pending === 1 ? 'is' : 'are'} planned in these weeks.`,
  ]);
}

/** Models that gave the answers, and how many of them looked at the web. */
export function sayModels({ models, web_used: web }: Pick<AnswerSummary, 'models' | 'web_used'>): string {
  const named = models.length === 0 ? 'The model is not known.' : `Model: ${joinWords(models)}.`;
  const said = sayRate(web);
  return joinSentences([named, said.isKnown ? `${said.text} of its answers used the web.` : 'Whether it used the web is not known.']);
}
