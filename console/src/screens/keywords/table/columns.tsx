import { Badge, Group } from '@mantine/core';
import { formatAge, formatCount, formatInstant, formatUsd, UNKNOWN } from '#data/format.ts';
import { toProviderName } from '#data/names.ts';
import { Figure } from '#ui/layout/figure.tsx';
import type { Column } from '#ui/grid/columns/column.ts';
import { Icon } from '#ui/icons/icon.tsx';
import type { Keywords } from './keywords.ts';
import { toMarketColumns } from './market-columns.ts';
import { toInstant } from './outcomes.ts';
import { toCompetitorColumns, toPositionColumns } from './position-columns.tsx';
import { toTrafficColumn } from './traffic-cells.tsx';

/** The columns of the work table. `now` is the time of the service. */
export function toKeywordColumns(keywords: Keywords, now: Date, toPlaceName: (code: number) => string): Column[] {
  return [
    ...toPositionColumns(keywords),
    ...toCompetitorColumns(keywords),
    ...toFigureColumns(keywords),
    ...toMarketColumns(keywords, toPlaceName),
    ...toPageColumns(keywords),
    ...toCheckColumns(keywords, now),
  ];
}

function toFigureColumns(keywords: Keywords): Column[] {
  const { columns, textOf, modifiersOf, tags, metricsReadingOf } = keywords;
  return [
    {
      id: 'volume',
      title: 'Volume',
      hint: 'Monthly searches',
      kind: 'number',
      width: 78,
      isOnPhone: true,
      value: (row) => columns.volume[row] ?? null,
      render: (row) => <Figure text={formatCount(columns.volume[row])} reading={metricsReadingOf(row)} />,
    },
    toTrafficColumn(keywords),
    {
      id: 'cpc',
      title: 'CPC',
      kind: 'number',
      width: 70,
      value: (row) => columns.cpc[row] ?? null,
      render: (row) => <Figure text={formatUsd(columns.cpc[row])} reading={metricsReadingOf(row)} />,
    },
    {
      id: 'difficulty',
      title: 'Difficulty',
      hint: '0 to 100',
      kind: 'number',
      width: 84,
      value: (row) => columns.difficulty[row] ?? null,
      render: (row) => <Figure text={formatCount(columns.difficulty[row])} reading={metricsReadingOf(row)} />,
    },
    { id: 'intent', title: 'Intent', kind: 'text', width: 110, value: (row) => textOf('intent', row) },
    { id: 'journey', title: 'Journey', kind: 'text', width: 116, isHidden: true, value: (row) => textOf('journey', row) },
    { id: 'branded', title: 'Brand', kind: 'text', width: 92, isHidden: true, value: (row) => toBrandWord(columns.branded[row]) },
    { id: 'modifiers', title: 'Modifiers', kind: 'text', width: 140, isHidden: true, value: (row) => modifiersOf(row).join(', ') || null },
    {
      id: 'tags',
      title: 'Tags',
      kind: 'text',
      width: 150,
      value: (row) => (columns.tags[row] ?? []).map((place) => tags[place]?.name).join(', ') || null,
      render: (row) => <Tags places={columns.tags[row] ?? []} tags={tags} />,
    },
  ];
}

function toPageColumns(keywords: Keywords): Column[] {
  const { textOf, targetPageOf, featuresOf, isWrongPage } = keywords;
  return [
    {
      id: 'page',
      title: 'Page',
      kind: 'text',
      width: 230,
      value: (row) => textOf('page', row),
      render: (row) => <Page url={textOf('page', row)} />,
    },
    {
      id: 'target',
      title: 'Target page',
      kind: 'text',
      width: 190,
      value: targetPageOf,
      render: (row) => <Page url={targetPageOf(row)} isWrong={isWrongPage(row)} />,
    },
    {
      id: 'features',
      title: 'Features',
      hint: 'What the result page shows besides organic results',
      kind: 'text',
      width: 170,
      value: (row) => featuresOf(row).join(', ') || null,
      render: (row) => featuresOf(row).map(toWords).join(', ') || UNKNOWN,
    },
    { id: 'domain', title: 'Site', kind: 'text', width: 150, isHidden: true, value: (row) => textOf('domain', row) },
  ];
}

function toCheckColumns(keywords: Keywords, now: Date): Column[] {
  const { columns, textOf, outcomeOf } = keywords;
  const instant = (id: string, title: string, isHidden: boolean, get: (row: number) => number | null | undefined): Column => ({
    id,
    title,
    kind: 'number',
    width: 128,
    isHidden,
    value: (row) => get(row) ?? null,
    csv: (row) => toInstant(get(row)),
    render: (row) => <span title={formatInstant(toInstant(get(row)))}>{formatAge(toInstant(get(row)), now)}</span>,
  });
  return [
    {
      id: 'depth',
      title: 'Depth',
      hint: 'How many results the last successful check read',
      kind: 'number',
      width: 72,
      value: (row) => columns.checked_depth[row] ?? null,
      reading: (row) => {
        const outcome = outcomeOf(row);
        return outcome.lastGood ?? outcome;
      },
    },
    instant('checked', 'Last check', false, (row) => Math.max(columns.checked_at[row] ?? 0, columns.failed_at[row] ?? 0) || null),
    instant('next', 'Next check', false, (row) => columns.next_check_at[row]),
    {
      id: 'monthly',
      title: 'Cost per month',
      hint: 'The most that 30 days of checks can cost',
      kind: 'number',
      width: 84,
      value: (row) => columns.monthly_usd[row] ?? null,
      render: (row) => formatUsd(columns.monthly_usd[row]),
    },
    { id: 'interval', title: 'Interval', kind: 'text', width: 90, isHidden: true, value: (row) => textOf('check_interval', row) },
    { id: 'strategy', title: 'Depth strategy', kind: 'text', width: 132, isHidden: true, value: (row) => textOf('depth_strategy', row) },
    {
      id: 'provider',
      title: 'Provider',
      kind: 'text',
      width: 110,
      isHidden: true,
      value: (row) => toProviderName(textOf('provider', row) ?? '') || null,
    },
  ];
}

/** Null: its words were not read yet. */
function toBrandWord(isBranded: boolean | null | undefined): string | null {
  if (isBranded === null || isBranded === undefined) return null;
  return isBranded ? 'Brand' : 'No brand';
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

/** `people_also_ask` as `people also ask`. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}
