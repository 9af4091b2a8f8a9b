import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ResearchCluster, ResearchKeyword, GetRunByRunIdStatusResponse as Run } from '#client';
import { formatCount, formatDecimal, formatUsd } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';
import { SOURCE_WORDS, toCategoryName } from './words.ts';

type Column = RowColumn<ResearchKeyword>;

/** The columns of a run's keywords: categories and groups are named as the run names them. */
export function toKeywordColumns(run: Run, groups: readonly ResearchCluster[], toPlaceName: (code: number) => string): Column[] {
  const groupNames = new Map(groups.map(({ cluster_id: id, name }) => [id, name]));
  const categoryNames = new Map(
    Object.entries(run.harvest?.by_category ?? {}).map(([path, { category_id: id }]) => [id, toCategoryName(path)]),
  );
  return [
    ...FIRST.map((one) => toScored(one, run)),
    ...toMetricColumns(run),
    ...SORTED,
    column.text('category', 'Category', 160, { of: ({ category_id: id }) => categoryNames.get(id) ?? null }),
    column.text('group', 'Group', 200, { of: ({ cluster_id: id }) => (id && groupNames.get(id)) || null }),
    ...LAST.map((one) => toScored(one, run)),
    column.text('location', 'Place', 200, { of: ({ location_code: code }) => toPlaceName(code), isHidden: true }),
  ];
}

/** What a score is made of, in one line. */
function describeScore(parts: NonNullable<ResearchKeyword['score_parts']>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value === null ? 'unknown' : formatDecimal(value)}`)
    .join(', ');
}

/** Scores are worked out by the run itself, from what it bought. */
function toScored(one: Column, run: Run): Column {
  if (one.kind === 'text') return one;
  const { checkedAt } = toReading(run);
  return { ...one, reading: (row) => ({ computedFrom: FROM[one.id]?.(row) ?? 'what the run found', checkedAt }) };
}

const FROM: Readonly<Record<string, (row: ResearchKeyword) => string>> = {
  score: ({ score_parts: parts }) => (parts === null ? 'what the run found' : describeScore(parts)),
  rank: () => 'the keywords that the website ranks for',
  fit: () => 'the words of the keyword and of the category',
};

const FIRST: readonly Column[] = [
  column.text('keyword', 'Keyword', 280, { isOnPhone: true }),
  column.decimal('score', 'Score', 90, { hint: 'Of 100: volume, fit, difficulty and intent', isOnPhone: true }),
];

/** How a run read what it found: all of it was bought together. */
export function toReading({ completed_at: completedAt, harvest }: Run): Reading {
  return {
    checkedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    provider: METRICS_PROVIDER,
    together: harvest === null ? undefined : { count: harvest.total_keywords, costUsd: harvest.cost_usd },
  };
}

/** Reading of what a run counts in its keywords. */
export function toCount(run: Run): Reading {
  return { computedFrom: 'the keywords that the run found', checkedAt: toReading(run).checkedAt };
}

/** Metrics of keywords, as the run found them. */
function toMetricColumns(run: Run): readonly Column[] {
  const reading = toReading(run);
  const render = (text: string): ReactNode => <Figure text={text} reading={reading} />;
  return [
    column.count('volume', 'Monthly searches', 165, {
      holds: 'volume',
      of: 'search_volume',
      isOnPhone: true,
      render: ({ search_volume: volume }) => render(formatCount(volume)),
    }),
    column.count('difficulty', 'Difficulty', 105, {
      of: 'keyword_difficulty',
      hint: '0 to 100',
      render: ({ keyword_difficulty: difficulty }) => render(formatCount(difficulty)),
    }),
    column.count('cpc', 'CPC', 105, { holds: 'money', render: ({ cpc }) => render(formatUsd(cpc)) }),
  ];
}

/** Own brands and those of others; a search for a certain site is one of a brand too. */
function toBrandWord({ branded, brand_flag: isBrand, has_brand_mention: hasMention }: ResearchKeyword): string | null {
  if (branded === true) return 'own brand';
  if (hasMention === true) return 'another brand';
  return isBrand ? 'brand' : null;
}

const SORTED: readonly Column[] = [
  column.text('intent', 'Intent', 130, { of: 'primary_intent' }),
  column.text('brand', 'Brand', 110, {
    of: toBrandWord,
    render: (keyword) => {
      const word = toBrandWord(keyword);
      return word === null ? null : <Badge variant="light">{word}</Badge>;
    },
  }),
  column.text('sources', 'Sources', 180, { of: ({ sources }) => sources.map((source) => SOURCE_WORDS[source]).join(', ') }),
];

const LAST: readonly Column[] = [
  column.rank('rank', 'Ranks now', 105, { of: 'current_rank' }),
  column.text('page', 'Target page', 280, {
    of: 'target_url',
    render: ({ target_url: url }) => (url === null ? null : <OutsideLink href={url} />),
  }),
  column.share('fit', 'Category fit', 120, { of: 'category_confidence', isHidden: true }),
  column.text('competition', 'Competition', 120, { of: 'competition_level', isHidden: true }),
  column.text('language', 'Language', 110, { of: ({ language_code: code }) => toLanguageName(code), isHidden: true }),
  column.text('reason', 'Reason rejected', 260, { isHidden: true }),
];
