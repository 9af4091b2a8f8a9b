import type { MailBlock } from '#areas/mail/index.ts';
import { listLacks, type SearchConsoleReport } from '#areas/search-console/index.ts';
import { formatPlural } from '#kernel/text.ts';
import { formatChange, formatNumber, formatPercent } from './figures.ts';
import { titled, toTable, toText } from './mail-blocks.ts';

const TITLE = 'What Google counted';
const ROWS_MAX = 10;
const POSITION_DIGITS = 1;

/** Clicks and impressions of Search Console, with what is not known of them. */
export function toCountedBlocks(report: SearchConsoleReport | undefined): MailBlock[] {
  if (report === undefined) return [];
  const { days, queries } = report;
  if (days.property === undefined) return titled(TITLE, toText('No property of Search Console is connected.'));
  if (days.totals === null)
    return titled(TITLE, toText('No day of this period was read, or Google has nothing of it.'), ...toNotes(report));
  const rows = queries.rows.flatMap(({ key, now, before }) =>
    now === null ? [] : [[key, formatNumber(now.clicks), formatNumber(before?.clicks), toPosition(now.position)]],
  );
  return titled(
    TITLE,
    toFacts(report),
    ...toNotes(report),
    ...(rows.length === 0 ? [] : [toTable(['Query', 'Clicks', 'Before', 'Average position'], rows.slice(0, ROWS_MAX))]),
  );
}

function toPosition(position: number | null | undefined): string {
  return position?.toFixed(POSITION_DIGITS) ?? 'not known';
}

function toFacts({ days: { property, totals, totalsBefore }, queries }: SearchConsoleReport): MailBlock {
  const lacks = listLacks(property?.type ?? '');
  const change = (now: number | undefined, before: number | undefined): string => {
    const text = formatChange(now, before);
    return text === undefined ? '' : ` (${text})`;
  };
  return {
    kind: 'facts',
    rows: [
      { label: 'Clicks', value: `${formatNumber(totals?.clicks)}${change(totals?.clicks, totalsBefore?.clicks)}` },
      { label: 'Impressions', value: `${formatNumber(totals?.impressions)}${change(totals?.impressions, totalsBefore?.impressions)}` },
      ...(lacks.includes('position') ? [] : [{ label: 'Average position', value: toPosition(totals?.position) }]),
      ...(lacks.includes('query') ? [] : [{ label: 'Clicks whose queries have a name', value: formatPercent(queries.named?.share) }]),
    ],
  };
}

function toNotes({ days: { span, warnings } }: SearchConsoleReport): MailBlock[] {
  const count = (state: string): number => span.known.filter((day) => day.state === state).length;
  const unread = span.asked - span.known.length + count('failed');
  const reasons = new Set(warnings.flatMap(({ anomalies }) => anomalies.map(({ reason }) => reason)));
  return [
    ...(unread > 0 ? [toText(`${formatPlural(unread, 'day')} of ${span.asked} were not read, and count nowhere.`)] : []),
    ...(count('partial') > 0 ? [toText(`Google counts on for ${formatPlural(count('partial'), 'day')}.`)] : []),
    ...(reasons.size > 0
      ? [toText(`Not to be compared: ${warnings.map(({ metric }) => metric).join(', ')}. ${[...reasons].join(' ')}`)]
      : []),
  ];
}
