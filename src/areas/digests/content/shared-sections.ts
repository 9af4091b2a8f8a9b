import type { MailBlock } from '#areas/mail/index.ts';
import { toVoiceBody } from '#areas/projects/index.ts';
import { formatPlural } from '#kernel/text.ts';
import { formatChange, formatNumber, formatPercent, formatShareChange } from './figures.ts';
import { sayWeighing, titled, toRest, toTable, toText } from './mail-blocks.ts';
import type { DayPosition, SharedContent, SharedSeries } from './read-shared.ts';

const POSITION_DIGITS = 2;
/** Of a chart, one after another: a mail has no room for words in each day. */
const SIGNS: Readonly<Record<string, string>> = { 'not found': '-', failed: '!', 'not measured': '?' };
const LEGEND = '“-” is not found, “!” a day on which every check failed, “?” one that was not measured.';

const BANDS = {
  'Top 3': (position: DayPosition) => typeof position === 'number' && position <= 3,
  '4 to 10': (position: DayPosition) => typeof position === 'number' && position > 3 && position <= 10,
  'From 11': (position: DayPosition) => typeof position === 'number' && position > 10,
  'Not found': (position: DayPosition) => position === 'not found',
  Failed: (position: DayPosition) => position === 'failed',
  'Not measured': (position: DayPosition) => position === 'not measured',
} as const;

/** Positions day by day, keyword by keyword. */
export function chart({ chart: series }: SharedContent): MailBlock[] {
  if (series === undefined) return [];
  const { days, rows } = series;
  if (rows.length === 0) return titled('Day by day', toText('No keyword is tracked.'));
  const span = days.length > 1 ? `A position for each day from ${days[0]} to ${days.at(-1)}` : `On ${days[0]}`;
  const lines = rows.map(({ keyword, device, positions }) => [
    `${keyword} (${device})`,
    positions.map((position) => SIGNS[position] ?? String(position)).join(' '),
  ]);
  return titled('Day by day', toText(`${span}; ${LEGEND}`), toTable(['Keyword', 'Positions'], lines));
}

/** How many keywords stood where on each day. */
export function heatmap({ heatmap: series }: SharedContent): MailBlock[] {
  if (series === undefined) return [];
  const { days, rows, total } = series;
  const counted = days.map((day, at) => [day, ...Object.values(BANDS).map((isIn) => String(countOf(series, at, isIn)))]);
  return titled(
    'Where keywords stood',
    ...(total > rows.length ? [toText(`Of the first ${rows.length} of ${formatPlural(total, 'keyword')}, by their text.`)] : []),
    toTable(['Day', ...Object.keys(BANDS)], counted),
  );
}

function countOf({ rows }: SharedSeries, at: number, isIn: (position: DayPosition) => boolean): number {
  return rows.filter(({ positions }) => isIn(positions[at] ?? 'not measured')).length;
}

/** Own pages that rank, those with the most keywords first. */
export function pages({ pages: found }: SharedContent): MailBlock[] {
  if (found === undefined) return [];
  if (found.total === 0) return titled('Own pages that rank', toText(`None: ${found.ranked} of ${found.checked} checked keywords rank.`));
  const rows = found.pages.map(({ page, keywords, best, average, shareOfVoice }) => [
    page,
    String(keywords.length),
    String(best),
    String(Number(average.toFixed(POSITION_DIGITS))),
    formatPercent(shareOfVoice),
  ]);
  return titled(
    'Own pages that rank',
    toText(`${found.ranked} of ${found.checked} keywords that were checked well rank, with ${formatPlural(found.total, 'page')}.`),
    ...sayWeighing(toVoiceBody(found).share_of_voice_weighing),
    toTable(['Page', 'Keywords', 'Best', 'Average', 'Share of voice'], rows),
    ...toRest(found.total, rows.length),
  );
}

/** Own sites and those of competitors on the last day, and how that changed. */
export function competitors({ sites }: SharedContent): MailBlock[] {
  if (sites === undefined) return [];
  if (sites.total === 0) return titled('Side by side', toText('No site is watched.'));
  const rows = sites.rows.map(({ domain, isOwn, now, before }) => {
    const isKnown = now.keywords > 0;
    const wasKnown = before.keywords > 0;
    const change = (text: string | undefined): string => (text === undefined || !isKnown || !wasKnown ? '' : ` (${text})`);
    const known = (text: string): string => (isKnown ? text : formatNumber(null));
    return [
      isOwn ? `${domain} (own)` : domain,
      known(formatPercent(now.share_of_voice)) + change(formatShareChange(now.share_of_voice, before.share_of_voice)),
      known(formatNumber(now.top_3)) + change(formatChange(now.top_3, before.top_3)),
      known(formatNumber(now.top_10)) + change(formatChange(now.top_10, before.top_10)),
      known(formatNumber(now.average_position)),
    ];
  });
  return titled(
    'Side by side',
    ...sayWeighing(toVoiceBody(sites).share_of_voice_weighing),
    toTable(['Site', 'Share of voice', 'Top 3', 'Top 10', 'Average'], rows),
    ...toRest(sites.total, rows.length),
  );
}
