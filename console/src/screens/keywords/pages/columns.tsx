import { Button, Text } from '@mantine/core';
import type { LandingPage, PageKeyword } from '#client';
import { formatCount, formatPlural, UNKNOWN } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { METRICS_PROVIDER, toCheckReading, type Reading } from '#ui/states/reading.ts';
import { toTargetColumns } from '#ui/links/target-page.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import { toPagePath } from './lanes.ts';

export const PAGE_COLUMNS: readonly RowColumn<LandingPage>[] = [
  column.text('page', 'Page', 360, {
    short: ({ page }) => toPagePath(page),
    render: ({ page }) => <span title={page}>{toPagePath(page)}</span>,
  }),
  ...toTargetColumns<LandingPage>(),
  column.count('keywords', 'Keywords', 100, { isOnPhone: true, reading: toReading }),
  column.rank('best', 'Best', 80, { of: 'best_position', isOnPhone: true, reading: toReading }),
  column.average('average', 'Average', 90, {
    of: 'average_position',
    hint: 'Of the keywords that rank with this page',
    reading: toReading,
  }),
  column.count('volume', 'Volume', 100, {
    holds: 'volume',
    of: 'search_volume',
    render: (page) => (
      <Figure
        text={formatCount(page.search_volume)}
        says="Monthly searches of its keywords"
        reading={{ checkedAt: findOldest(page.keyword_list), provider: METRICS_PROVIDER, costMaxUsd: page.enrichment_usd }}
      />
    ),
  }),
  column.share('share', 'Share of voice', 120, { of: 'share_of_voice', isOnPhone: true, reading: toReading }),
  column.count('contested', 'Contested', 100, { hint: 'Keywords for which other own pages ranked too', reading: toReading }),
  column.count('wrong', 'Wrong page', 110, { hint: 'Keywords whose target page is another one', reading: toReading }),
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
    column.text('keyword', 'Keyword', 230, {
      render: ({ keyword, keyword_id: keywordId, engine, channel }) => (
        <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId }} search={{ engine, channel }}>
          {keyword}
        </AppLink>
      ),
    }),
    column.rank('position', 'Position', 90, {
      hint: 'At the latest successful check',
      isOnPhone: true,
      render: (row) => (
        <OutcomeMark value={{ ...toCheckReading(row), outcome: row.position === null ? 'not_found' : 'ranked', position: row.position }} />
      ),
    }),
    column.rank('place', 'On the page', 100, {
      of: 'rank_absolute',
      hint: 'The rank among everything on the page',
      reading: toCheckReading,
    }),
    column.count('volume', 'Volume', 90, {
      holds: 'volume',
      of: 'search_volume',
      hint: 'Monthly searches',
      isOnPhone: true,
      render: ({ search_volume: volume, enriched_at: at, enrichment_usd: usd }) => (
        <Figure text={formatCount(volume)} reading={{ checkedAt: at, provider: METRICS_PROVIDER, costMaxUsd: usd }} />
      ),
    }),
    ...MARKET_COLUMNS.map((one) => ({ ...one, isHidden: one.id !== 'device', width: 90 })),
    column.text('pages', 'Pages', 330, {
      of: ({ pages }) => pages.map((one) => `${toPagePath(one.page)} (${one.days})`).join(', ') || null,
      hint: 'Each with the number of days it was your best page',
    }),
    column.text('target', 'Target page', 210, {
      of: 'target_page',
      render: (keyword) => <Target keyword={keyword} page={page} onTarget={onTarget} />,
    }),
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
        {isWrong && <Icon name="alert" size={13} label="Another page ranks" />} {toPagePath(target)}
      </Text>
    );
  if (!onTarget || wanted === undefined) return UNKNOWN;
  return (
    <Button size="compact-xs" variant="default" title={wanted} onClick={() => onTarget(keyword, wanted)}>
      Set {page === undefined ? 'the newest page' : 'this page'}
    </Button>
  );
}
