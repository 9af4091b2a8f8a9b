import type { MailBlock } from '#areas/mail/index.ts';
import type { OverviewBody } from '#areas/overview/index.ts';
import type { Reader } from '../runs/recipients.ts';
import { hasRight } from '#http/rights.ts';
import { formatPlural } from '#kernel/text.ts';
import { formatChange, formatNumber, formatPercent, formatShareChange, takeEnds, NOT_KNOWN } from './figures.ts';
import { sayWeighing, titled, toPlace, toRest, toTable, toText } from './mail-blocks.ts';
import type { ProjectContent } from './read-content.ts';
import { toAnswerBlocks } from './answers.ts';
import { toCountedBlocks } from './counted.ts';
import * as shared from './shared-sections.ts';
import type { DigestSectionName } from './section-names.ts';

const MOVED_MAX = 10;
const AVERAGE_DIGITS = 2;

/** One part of the mail about one project; no blocks: the reader is not shown it. */
type ToBlocks = (content: ProjectContent, reader: Reader) => MailBlock[];

/** A further section is a further value here. */
export const SECTIONS: Readonly<Record<DigestSectionName, ToBlocks>> = {
  overview: (content) => titled('Where it stands', toFacts(content), ...sayWeighing(content.overview.share_of_voice_weighing)),
  keywords: ({ overview: { moves, position_scale: scale } }) => {
    const moved = [...moves.lost, ...moves.down, ...moves.new, ...moves.up];
    const rows = moved.map(({ keyword, device, previous_position: was, position, rank_absolute: absolute }) => [
      `${keyword} (${device})`,
      toPlace(was),
      toPlace(scale === 'page' ? absolute : position),
    ]);
    const { counts } = moves;
    const text = `${counts.up} up, ${counts.down} down, ${counts.new} new, ${counts.lost} lost, ${counts.unchanged} unchanged, between ${moves.before} and ${moves.after}. The ${MOVED_MAX} of each kind that moved most:`;
    return titled(
      'Keywords that moved',
      { kind: 'text', text },
      ...(rows.length > 0 ? [toTable(['Keyword', 'Before', 'After'], rows)] : []),
    );
  },
  chart: ({ shared: content }) => shared.chart(content),
  heatmap: ({ shared: content }) => shared.heatmap(content),
  pages: ({ shared: content }) => shared.pages(content),
  competitors: ({ shared: content }) => shared.competitors(content),
  search_console: ({ shared: content }) => toCountedBlocks(content.counted),
  answers: ({ shared: content }, reader) => (seesAnswers(reader) ? toAnswerBlocks(content.answers) : []),
  alerts: ({ alerts }, reader) => {
    if (!seesAlerts(reader)) return [];
    const { rows, total } = alerts;
    if (total === 0) return titled('Alerts', { kind: 'text', text: 'None: no rule said anything in these days.' });
    const open = rows.filter(({ state }) => state === 'firing').length;
    return titled(
      'Alerts',
      { kind: 'text', text: `${formatPlural(total, 'alert')}, ${open} of them still so:` },
      toTable(
        ['Day', 'Alert', 'Severity', 'State'],
        rows.map(({ day, title, severity, state }) => [day, title, severity, state === 'firing' ? 'still so' : 'over']),
      ),
      ...toRest(total, rows.length),
    );
  },
  features: ({ overview: { features } }) => {
    const rows = features.map(({ feature, keywords, gained, lost }) => [feature, String(keywords), `+${gained}`, `-${lost}`]);
    return titled(
      'On the result pages',
      rows.length > 0 ? toTable(['Feature', 'Keywords', 'Gained', 'Lost'], rows) : { kind: 'text', text: 'Nothing beside the results.' },
    );
  },
  not_measured: ({ overview: { days, outcomes } }) => {
    const last = days.at(-1);
    const empty = days.filter(({ checked }) => checked === 0).map(({ date }) => date);
    const texts = [
      ...(empty.length > 0 ? [`No good check on ${empty.length} of ${days.length} days: ${empty.join(', ')}.`] : []),
      ...(last !== undefined && last.carried > 0
        ? [`On ${last.date} the outcome of ${last.carried} of ${last.keywords} keywords is of an earlier day, and still stands.`]
        : []),
      ...(outcomes.pending > 0 ? [`Keywords that were never checked: ${outcomes.pending} of ${outcomes.tracked}.`] : []),
    ];
    return titled('Not measured', ...(texts.length > 0 ? texts : ['Every day has good checks.']).map(toText));
  },
  failed_checks: ({ overview: { days, outcomes, failed_checks: failed } }) => {
    const failedDays = days.flatMap(({ date, failed: keywords }) => (keywords > 0 ? [[date, String(keywords)]] : []));
    const ofDays =
      failedDays.length === 0 ? [] : [toText('In these days all checks of a day failed for:'), toTable(['Day', 'Keywords'], failedDays)];
    if (outcomes.failed === 0) return titled('Checks that failed', toText(sayNoneFailed(outcomes)), ...ofDays);
    const rows = failed.map(({ keyword, device, failed_at: at, last_position: position, last_checked_at: checkedAt }) => [
      `${keyword} (${device})`,
      at?.slice(0, 16).replace('T', ' ') ?? NOT_KNOWN,
      checkedAt === null ? 'never checked well' : `${toPlace(position)} on ${checkedAt.slice(0, 10)}`,
    ]);
    const text = `The newest check of ${outcomes.failed} of ${outcomes.tracked} keywords failed. Their last good outcome stands.`;
    return titled(
      'Checks that failed',
      { kind: 'text', text },
      toTable(['Keyword', 'Failed (UTC)', 'Last good check'], rows),
      ...toRest(outcomes.failed, rows.length),
      ...ofDays,
    );
  },
  spend: ({ overview: { spend } }, reader) => {
    if (!seesMoney(reader)) return [];
    const rows = [
      { label: 'Paid this month (UTC)', value: toUsd(spend.month_usd) },
      { label: 'Paid today', value: toUsd(spend.today_usd) },
      { label: 'At the end of the month, at this pace', value: toUsd(spend.projected_usd) },
      { label: 'Monthly limit', value: spend.budget_usd === null ? 'none' : toUsd(spend.budget_usd) },
      ...(spend.stops_on === null ? [] : [{ label: 'Limit is used up on', value: spend.stops_on }]),
    ];
    return titled('Spend', { kind: 'facts', rows });
  },
  next_checks: ({ overview: { next_checks: next } }) =>
    titled(
      'Checks of the next seven days',
      next.length > 0
        ? toTable(
            ['Day (UTC)', 'Checks'],
            next.map(({ date, checks }) => [date, String(checks)]),
          )
        : { kind: 'text', text: 'None is due.' },
    ),
  annotations: ({ annotations }, { isClient }) => {
    const shown = annotations.filter(({ showOnShares }) => showOnShares || !isClient);
    return shown.length === 0
      ? []
      : titled(
          'Notes',
          toTable(
            ['Day', 'Note'],
            shown.map(({ startsOn, text }) => [startsOn, text]),
          ),
        );
  },
};

function sayNoneFailed({ tracked, pending }: OverviewBody['outcomes']): string {
  if (tracked === pending) return 'None: no keyword was checked.';
  return pending === 0
    ? 'None: the newest check of each keyword is good.'
    : 'None: the newest check of each keyword that was checked is good.';
}

/** Alerts are for those who work on a project. */
export function seesAlerts({ caller, isClient }: Reader): boolean {
  return !isClient && caller.areas?.has('alerts') !== false;
}

/** A membership may leave them out; clients have them unless it does. */
function seesAnswers({ caller }: Reader): boolean {
  return caller.areas?.has('answers') !== false;
}

/** Never clients, nor those from whom costs are hidden. */
export function seesMoney({ caller, isClient }: Reader): boolean {
  return !isClient && hasRight(caller, 'see_costs') && !(caller.hides?.includes('money') ?? false);
}

function toFacts({ overview }: ProjectContent): MailBlock {
  const { now, before } = takeEnds(overview);
  const count = (label: string, name: 'keywords' | 'top_3' | 'top_10' | 'top_100' | 'not_found') =>
    withChange(label, formatNumber(now?.[name]), formatChange(now?.[name], before?.[name]));
  return {
    kind: 'facts',
    rows: [
      withChange('Share of voice', formatPercent(now?.share_of_voice), formatShareChange(now?.share_of_voice, before?.share_of_voice)),
      count('Keywords in the top 3', 'top_3'),
      count('Keywords in the top 10', 'top_10'),
      count('Keywords in the top 100', 'top_100'),
      count('Keywords not found', 'not_found'),
      count('Keywords whose outcome is known', 'keywords'),
      withChange(
        'Average position',
        formatNumber(now?.average_position),
        formatChange(now?.average_position, before?.average_position, AVERAGE_DIGITS),
      ),
    ],
  };
}

function withChange(label: string, value: string, change: string | undefined): { label: string; value: string; change?: string } {
  return change === undefined ? { label, value } : { label, value, change };
}

/** As the overview has it, whatever its digits are. */
function toUsd(usd: number): string {
  return `$${usd}`;
}
