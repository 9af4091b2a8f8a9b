import { toInstant } from '#data/time/instant.ts';
import { toWords } from '#data/words.ts';
import { Badge, Group } from '@mantine/core';
import { formatAge, formatInstant, UNKNOWN } from '#data/format.ts';
import { toProviderName, toChannelName, toEngineName, toLanguageName } from '#data/names.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { toOverviewWords } from '../overview-words.ts';
import { toCountedColumns } from './counted-columns.ts';
import type { Keywords, ListName } from './keywords.ts';
import { toCompetitorColumns, toPositionColumns } from './position-columns.tsx';
import { toTrafficColumn } from './traffic-cells.tsx';

/** The columns of the work table. `now` is the time of the service. */
export function toKeywordColumns(keywords: Keywords, now: Date, toPlaceName: (code: number) => string): Column[] {
  return [
    ...toPositionColumns(keywords),
    ...toCompetitorColumns(keywords),
    ...toCountedColumns(keywords),
    ...toFigureColumns(keywords),
    ...toMarketColumns(keywords, toPlaceName),
    ...toPageColumns(keywords),
    ...toCheckColumns(keywords, now),
  ];
}

function toFigureColumns(keywords: Keywords): Column[] {
  const { columns, textOf, modifiersOf, tags, metricsReadingOf } = keywords;
  return [
    column.count('volume', 'Volume', 78, {
      holds: 'volume',
      of: (row) => columns.volume[row] ?? null,
      hint: 'Monthly searches',
      isOnPhone: true,
      reading: metricsReadingOf,
    }),
    toTrafficColumn(keywords),
    column.usd('cpc', 'CPC', 70, { of: (row) => columns.cpc[row] ?? null, reading: metricsReadingOf }),
    column.count('difficulty', 'Difficulty', 84, {
      of: (row) => columns.difficulty[row] ?? null,
      hint: '0 to 100',
      reading: metricsReadingOf,
    }),
    column.text('intent', 'Intent', 110, { of: (row) => textOf('intent', row) }),
    column.text('journey', 'Journey', 116, { of: (row) => textOf('journey', row), isHidden: true }),
    column.text('branded', 'Brand', 120, {
      of: (row) => toBrandWord(columns.branded[row], columns.has_brand_mention[row]),
      hint: 'Own: it names the project’s website or brand. Another: it names a known brand',
      isHidden: true,
    }),
    column.text('modifiers', 'Modifiers', 140, { of: (row) => modifiersOf(row).join(', ') || null, isHidden: true }),
    column.text('tags', 'Tags', 150, {
      of: (row) => (columns.tags[row] ?? []).map((place) => tags[place]?.name).join(', ') || null,
      render: (row) => <Tags places={columns.tags[row] ?? []} tags={tags} />,
    }),
  ];
}

function toPageColumns(keywords: Keywords): Column[] {
  const { textOf, targetPageOf, featuresOf, isWrongPage } = keywords;
  return [
    column.text('page', 'Page', 230, { of: (row) => textOf('page', row), render: (row) => <Page url={textOf('page', row)} /> }),
    column.text('target', 'Target page', 190, {
      of: targetPageOf,
      render: (row) => <Page url={targetPageOf(row)} isWrong={isWrongPage(row)} />,
    }),
    column.text('features', 'Features', 170, {
      of: (row) => featuresOf(row).join(', ') || null,
      hint: 'What the result page shows besides organic results',
      render: (row) => featuresOf(row).map(toWords).join(', ') || UNKNOWN,
    }),
    column.text('overview', 'AI Overview', 150, {
      of: (row) => toOverviewWords(textOf('ai_overview', row), keywords.columns.ai_overview_place[row]),
      hint: 'Whether the AI Overview of the page cites a site of yours, and at which place',
      isHidden: true,
    }),
    column.text('domain', 'Site', 150, { of: (row) => textOf('domain', row), isHidden: true }),
  ];
}

function toCheckColumns(keywords: Keywords, now: Date): Column[] {
  const { columns, textOf, outcomeOf } = keywords;
  const instant = (id: string, title: string, isHidden: boolean, get: (row: number) => number | null | undefined): Column =>
    column.count(id, title, 128, {
      of: (row) => get(row) ?? null,
      isHidden,
      csv: (row) => toInstant(get(row)),
      render: (row) => <span title={formatInstant(toInstant(get(row)))}>{formatAge(toInstant(get(row)), now)}</span>,
    });
  return [
    column.count('depth', 'Depth', 72, {
      of: (row) => columns.checked_depth[row] ?? null,
      hint: 'How many results the last successful check read',
      reading: (row) => {
        const outcome = outcomeOf(row);
        return outcome.lastGood ?? outcome;
      },
    }),
    instant('checked', 'Last check', false, (row) => Math.max(columns.checked_at[row] ?? 0, columns.failed_at[row] ?? 0) || null),
    instant('next', 'Next check', false, (row) => columns.next_check_at[row]),
    column.usd('monthly', 'Cost per month', 84, {
      of: (row) => columns.monthly_usd[row] ?? null,
      hint: 'The most that 30 days of checks can cost',
    }),
    column.text('interval', 'Interval', 90, { of: (row) => textOf('check_interval', row), isHidden: true }),
    column.text('strategy', 'Depth strategy', 132, { of: (row) => textOf('depth_strategy', row), isHidden: true }),
    column.text('provider', 'Provider', 110, { of: (row) => toProviderName(textOf('provider', row) ?? '') || null, isHidden: true }),
  ];
}

/** Null: its words were not read yet. */
function toBrandWord(isBranded: boolean | null | undefined, hasMention: boolean | null | undefined): string | null {
  if (typeof isBranded !== 'boolean' || typeof hasMention !== 'boolean') return null;
  return isBranded ? 'Own brand' : hasMention ? 'Another brand' : 'No brand';
}

function Tags({ places, tags }: { readonly places: readonly number[]; readonly tags: Keywords['tags'] }) {
  if (places.length === 0) return UNKNOWN;
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {places.map((place) => (
        <Badge
          key={place}
          size="sm"
          leftSection={<span className="dot" style={{ background: `var(--mantine-color-${tags[place]?.color ?? 'gray'}-6)` }} />}
        >
          {tags[place]?.name}
        </Badge>
      ))}
    </Group>
  );
}

function Page({ url, isWrong = false }: { readonly url: string | null; readonly isWrong?: boolean }) {
  if (url === null) return UNKNOWN;
  const { pathname = url, search = '' } = URL.parse(url) ?? {};
  return (
    <span title={isWrong ? `${url}: another page ranks` : url}>
      {isWrong && <Icon name="alert" size={13} label="Another page ranks" />} {pathname + search}
    </span>
  );
}

/** Where keywords are asked. */
function toMarketColumns({ columns, textOf }: Keywords, toPlaceName: (code: number) => string): Column[] {
  const text = (id: ListName, title: string): Column =>
    column.text(id, title, 90, { of: (row) => textOf(id, row), isHidden: true, isKey: true });
  const named = (id: ListName, title: string, toName: (code: string) => string): Column => ({
    ...text(id, title),
    value: (row) => {
      const code = textOf(id, row);
      return code && toName(code);
    },
  });
  return [
    text('device', 'Device'),
    { ...named('language_code', 'Language', toLanguageName), width: 110 },
    column.text('location', 'Location', 200, {
      of: (row) => {
        const code = columns.location_code[row];
        return code === undefined ? null : toPlaceName(code);
      },
      isHidden: true,
      isKey: true,
    }),
    named('engine', 'Engine', toEngineName),
    named('channel', 'Channel', toChannelName),
  ];
}
