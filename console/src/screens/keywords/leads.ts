/** What the screens of a project's keywords say first: one sentence each, from what was read. */
import type { GetRankingsFeaturesResponse, GetRankingsPagesResponse, GetRankingsSeriesResponse } from '#client';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { joinSentences, joinWords, sayIs, sayPoints } from '#data/sentence.ts';
import { toFeatureName } from '../overview/feature-name.ts';
import type { Voice } from './rivals/voices.ts';

/** Who leads, and where the project stands. */
export function sayVoices(voices: readonly Voice[], from: string): string | undefined {
  const own = voices.find(({ isOwn }) => isOwn);
  const known = voices.filter(({ shareOfVoice }) => shareOfVoice !== null);
  const [first] = known.toSorted((one, other) => (other.shareOfVoice ?? 0) - (one.shareOfVoice ?? 0));
  if (!own) return 'None of your own sites is known on the days shown.';
  if (own.keywords === 0) return 'Your share of voice is not known: no check of these days was successful.';
  if (!first || own.shareOfVoice === null)
    return 'Your share of voice is not known: no search volume is known of the keywords that were checked.';
  const points = sayPoints(own.change);
  const moved = own.change === null || points === undefined ? '' : `, ${own.change > 0 ? 'up' : 'down'} ${points} since ${formatDay(from)}`;
  const mine = `${formatShare(own.shareOfVoice)} share of voice${moved}`;
  if (known.length === 1) return `You have ${mine}. No competitor is compared yet.`;
  return first.isOwn ? `You lead with ${mine}.` : `${first.name} leads with ${formatShare(first.shareOfVoice)}. You have ${mine}.`;
}

/** The feature that most result pages have, and those with a site of one's own. */
export function sayFeatures({
  days,
  checked,
  features,
}: Pick<GetRankingsFeaturesResponse, 'days' | 'checked' | 'features'>): string | undefined {
  const at = checked.findLastIndex((count) => count > 0);
  const pages = checked[at];
  if (pages === undefined) return undefined;
  const seen = features
    .flatMap(({ feature, keywords, ours }) => ({ feature, all: keywords[at] ?? 0, own: ours?.[at] ?? 0 }))
    .filter(({ all }) => all > 0);
  const [most, next] = seen.toSorted((one, other) => other.all - one.all);
  const day = `on ${formatDay(days[at])}`;
  if (!most) return `None of ${formatPlural(pages, 'checked result page')} had a feature ${day}.`;
  const own = seen.filter((one) => one.own > 0).toSorted((one, other) => other.own - one.own);
  const said = joinWords(own.map((one) => `${toFeatureName(one.feature)} (${formatCount(one.own)})`));
  return joinSentences([
    `${toFeatureName(most.feature)} stood on ${formatCount(most.all)} of ${formatPlural(pages, 'checked result page')} ${day}, ${most.all === next?.all ? 'and no other feature on more' : 'more than any other feature'}.`,
    said === '' ? 'No site of yours was seen in one whose sites are kept.' : `Sites of yours were in ${said}.`,
  ]);
}

/** How many pages rank, and where several stand in each other's way. */
export function sayPages({ pages, count, checked, ranked, contested, pagination }: GetRankingsPagesResponse): string {
  const total = Math.max(count, pagination.total ?? 0, pages.length);
  const wrong = pages.reduce((sum, { wrong: keywords }) => sum + keywords, 0);
  return joinSentences([
    `${formatPlural(total, 'page')} of yours ${total === 1 ? 'ranks' : 'rank'} for ${formatCount(ranked)} of ${formatPlural(checked, 'checked keyword')}.`,
    contested.length === 0 ? 'No two of them take turns.' : `For ${formatPlural(contested.length, 'keyword')} several take turns.`,
    wrong > 0 && `For ${formatPlural(wrong, 'keyword')} another page than the target ranks.`,
  ]);
}

interface Counted {
  readonly all: number;
  readonly failed: number;
  readonly due: number;
  readonly pending: number;
  readonly manual: number;
  /** In the coming 30 days. */
  readonly planned: number;
}

/** What is due, what failed, and what comes next. */
export function sayChecks({ all, failed, due, pending, manual, planned }: Counted): string | undefined {
  if (all === 0) return undefined;
  const states = joinWords([
    failed > 0 && `the newest check of ${formatPlural(failed, 'keyword')} failed`,
    due > 0 && `${sayIs(due, formatCount(due))} due now`,
    pending > 0 && `${sayIs(pending, formatCount(pending))} not checked yet`,
  ]);
  const said = states === '' ? 'Nothing failed and nothing is due' : `${states.charAt(0).toUpperCase()}${states.slice(1)}`;
  const next =
    manual === all
      ? 'All keywords are checked by hand only.'
      : `${formatPlural(planned, 'check')} ${planned === 1 ? 'is' : 'are'} planned for the coming 30 days.`;
  return `${said}. ${next}`;
}

/** How much of the map is known. */
export function sayMap({ rows, days, total }: Pick<GetRankingsSeriesResponse, 'rows' | 'days' | 'total'>): string | undefined {
  if (rows.length === 0) return undefined;
  const shown =
    total > rows.length ? `the first ${formatCount(rows.length)} of ${formatCount(total)} keywords` : formatPlural(rows.length, 'keyword');
  return `Where ${shown} stood on ${formatPlural(days.length, 'day')}: the stronger the colour, the nearer to the top.`;
}
