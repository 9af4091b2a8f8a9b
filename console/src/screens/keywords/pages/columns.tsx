import { Button, Text } from '@mantine/core';
import type { LandingPage, PageKeyword } from '#client';
import { formatCount, formatDecimal, formatPlural, UNKNOWN } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { METRICS_PROVIDER, toCheckReading, type Reading } from '#ui/states/reading.ts';
import { toTargetColumns } from '#ui/links/target-page.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import { toPath } from './lanes.ts';

export const PAGE_COLUMNS: readonly RowColumn<LandingPage>[] = [
  {
    id: 'page',
    title: 'Page',
    kind: 'text',
    width: 360,
    value: ({ page }) => page,
    render: ({ page }) => <span title={page}>{toPath(page)}</span>,
    short: ({ page }) => toPath(page),
  },
  ...toTargetColumns<LandingPage>(),
  { id: 'keywords', title: 'Keywords', kind: 'number', width: 100, isOnPhone: true, value: ({ keywords }) => keywords, reading: toReading },
  {
    id: 'best',
    title: 'Best',
    kind: 'number',
    width: 80,
    isDescendingFirst: false,
    isOnPhone: true,
    value: ({ best_position: best }) => best,
    reading: toReading,
  },
  {
    id: 'average',
    title: 'Average',
    hint: 'Of the keywords that rank with this page',
    kind: 'number',
    width: 90,
    isDescendingFirst: false,
    value: ({ average_position: average }) => average,
    render: ({ average_position: average }) => formatDecimal(average),
    reading: toReading,
  },
  {
    id: 'volume',
    title: 'Volume',
    kind: 'number',
    width: 100,
    value: ({ search_volume: volume }) => volume,
    render: (page) => (
      <Figure
        text={formatCount(page.search_volume)}
        says="Monthly searches of its keywords"
        reading={{ checkedAt: findOldest(page.keyword_list), provider: METRICS_PROVIDER, costMaxUsd: page.enrichment_usd }}
      />
    ),
  },
  {
    id: 'share',
    title: 'Share of voice',
    kind: 'number',
    width: 120,
    isOnPhone: true,
    value: ({ share_of_voice: share }) => share,
    render: ({ share_of_voice: share }) => formatShare(share),
    reading: toReading,
  },
  {
    id: 'contested',
    title: 'Contested',
    hint: 'Keywords for which other own pages ranked too',
    kind: 'number',
    width: 100,
    value: ({ contested }) => contested,
    reading: toReading,
  },
  {
    id: 'wrong',
    title: 'Wrong page',
    hint: 'Keywords whose target page is another one',
    kind: 'number',
    width: 110,
    value: ({ wrong }) => wrong,
    reading: toReading,
  },
];

/** What is said of a page is worked out from the positions of its keywords. */
function toReading({ keywords, keyword_list: list }: LandingPage): Reading {
  const [checkedAt] = list.flatMap(({ checked_at: at }) => at ?? []).toSorted();
  return { computedFrom: `the newest good checks of ${formatPlural(keywords, 'keyword')}`, checkedAt };
}

/** When the oldest of the volumes became known. */
function findOldest(keywords: readonly PageKeyword[]): string | undefined {
  return keywords.flatMap(({ enriched_at: at }) => at ?? []).toSorted()[0];
}

/** @param onTarget gives a keyword a target page; undefined when the reader may not */
export function toKeywordColumns(
  projectId: string,
  onTarget: ((keyword: PageKeyword, page: string) => void) | undefined,
  page: string | undefined,
): RowColumn<PageKeyword>[] {
  return [
    {
      id: 'keyword',
      title: 'Keyword',
      kind: 'text',
      width: 230,
      value: ({ keyword }) => keyword,
      render: ({ keyword, keyword_id: keywordId, engine, channel }) => (
        <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId }} search={{ engine, channel }}>
          {keyword}
        </AppLink>
      ),
    },
    {
      id: 'position',
      title: 'Position',
      hint: 'At the latest successful check',
      kind: 'number',
      width: 90,
      isDescendingFirst: false,
      isOnPhone: true,
      value: ({ position }) => position,
      render: (row) => (
        <OutcomeMark value={{ ...toCheckReading(row), outcome: row.position === null ? 'not_found' : 'ranked', position: row.position }} />
      ),
    },
    {
      id: 'place',
      title: 'On the page',
      hint: 'The rank among everything on the page',
      kind: 'number',
      width: 100,
      isDescendingFirst: false,
      value: ({ rank_absolute: absolute }) => absolute,
      reading: toCheckReading,
    },
    {
      id: 'volume',
      title: 'Volume',
      hint: 'Monthly searches',
      kind: 'number',
      width: 90,
      isOnPhone: true,
      value: ({ search_volume: volume }) => volume,
      render: ({ search_volume: volume, enriched_at: at, enrichment_usd: usd }) => (
        <Figure text={formatCount(volume)} reading={{ checkedAt: at, provider: METRICS_PROVIDER, costMaxUsd: usd }} />
      ),
    },
    ...MARKET_COLUMNS.map((column) => ({ ...column, isHidden: column.id !== 'device', width: 90 })),
    {
      id: 'pages',
      title: 'Pages',
      hint: 'Each with the number of days it was your best page',
      kind: 'text',
      width: 330,
      value: ({ pages }) => pages.map((one) => `${toPath(one.page)} (${one.days})`).join(', ') || null,
    },
    {
      id: 'target',
      title: 'Target page',
      kind: 'text',
      width: 210,
      value: ({ target_page: target }) => target,
      render: (keyword) => <Target keyword={keyword} page={page} onTarget={onTarget} />,
    },
  ];
}

interface TargetProps {
  readonly keyword: PageKeyword;
  readonly page: string | undefined;
  readonly onTarget: ((keyword: PageKeyword, page: string) => void) | undefined;
}

function Target({ keyword, page, onTarget }: TargetProps) {
  const { target_page: target, is_wrong_page: isWrong } = keyword;
  const wanted = page ?? keyword.pages[0]?.page;
  if (target !== null)
    return (
      <Text span size="sm" title={target} c={isWrong ? 'var(--warn)' : undefined}>
        {isWrong && <Icon name="alert" size={13} label="Another page ranks" />} {toPath(target)}
      </Text>
    );
  if (!onTarget || wanted === undefined) return UNKNOWN;
  return (
    <Button size="compact-xs" variant="default" title={wanted} onClick={() => onTarget(keyword, wanted)}>
      Set {page === undefined ? 'the newest page' : 'this page'}
    </Button>
  );
}
