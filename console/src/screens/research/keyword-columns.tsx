import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ResearchCluster, ResearchKeyword } from '#client';
import { formatCount, formatDecimal, formatUsd } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { toLanguageName } from '#data/names.ts';
import { Figure } from '#ui/layout/figure.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';
import type { Run } from './run/run.tsx';
import { SOURCE_WORDS, toCategoryName } from './words.ts';

type Column = RowColumn<ResearchKeyword>;

/** The columns of a run's keywords: categories and groups are named as the run names them. */
export function toKeywordColumns(run: Run, groups: readonly ResearchCluster[], toPlaceName: (code: number) => string): Column[] {
  const groupNames = new Map(groups.map(({ cluster_id: id, name }) => [id, name]));
  const categoryNames = new Map(
    Object.entries(run.harvest?.by_category ?? {}).map(([path, { category_id: id }]) => [id, toCategoryName(path)]),
  );
  return [
    ...FIRST.map((column) => toScored(column, run)),
    ...toMetricColumns(run),
    ...SORTED,
    { id: 'category', title: 'Category', kind: 'text', width: 160, value: ({ category_id: id }) => categoryNames.get(id) ?? null },
    { id: 'group', title: 'Group', kind: 'text', width: 200, value: ({ cluster_id: id }) => (id && groupNames.get(id)) || null },
    ...LAST.map((column) => toScored(column, run)),
    { id: 'location', title: 'Place', kind: 'text', width: 200, isHidden: true, value: ({ location_code: code }) => toPlaceName(code) },
  ];
}

/** What a score is made of, in one line. */
function describeScore(parts: NonNullable<ResearchKeyword['score_parts']>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value === null ? 'unknown' : formatDecimal(value)}`)
    .join(', ');
}

/** Scores are worked out by the run itself, from what it bought. */
function toScored(column: Column, run: Run): Column {
  if (column.kind === 'text') return column;
  const { checkedAt } = toReading(run);
  return { ...column, reading: (row) => ({ computedFrom: FROM[column.id]?.(row) ?? 'what the run found', checkedAt }) };
}

const FROM: Readonly<Record<string, (row: ResearchKeyword) => string>> = {
  score: ({ score_parts: parts }) => (parts === null ? 'what the run found' : describeScore(parts)),
  rank: () => 'the keywords that the website ranks for',
  fit: () => 'the words of the keyword and of the category',
};

const FIRST: readonly Column[] = [
  { id: 'keyword', title: 'Keyword', kind: 'text', width: 280, value: ({ keyword }) => keyword, isOnPhone: true },
  {
    id: 'score',
    title: 'Score',
    hint: 'Of 100: volume, fit, difficulty and intent',
    kind: 'number',
    width: 90,
    value: ({ score }) => score,
    render: ({ score }) => formatDecimal(score),
    isOnPhone: true,
  },
];

/** How a run read what it found: all of it was bought together. */
export function toReading({ completed_at: completedAt, harvest }: Run): Reading {
  return {
    checkedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
    provider: METRICS_PROVIDER,
    together: harvest === null ? undefined : { count: harvest.total_keywords, costUsd: harvest.cost_usd },
  };
}

/** Of what a run counts in its keywords. */
export function toCount(run: Run): Reading {
  return { computedFrom: 'the keywords that the run found', checkedAt: toReading(run).checkedAt };
}

/** Metrics of keywords, as the run found them. */
function toMetricColumns(run: Run): readonly Column[] {
  const reading = toReading(run);
  const render = (text: string): ReactNode => <Figure text={text} reading={reading} />;
  return [
    {
      id: 'volume',
      title: 'Monthly searches',
      kind: 'number',
      width: 165,
      value: ({ search_volume: volume }) => volume,
      render: ({ search_volume: volume }) => render(formatCount(volume)),
      isOnPhone: true,
    },
    {
      id: 'difficulty',
      title: 'Difficulty',
      hint: '0 to 100',
      kind: 'number',
      width: 105,
      value: ({ keyword_difficulty: difficulty }) => difficulty,
      render: ({ keyword_difficulty: difficulty }) => render(formatCount(difficulty)),
    },
    { id: 'cpc', title: 'CPC', kind: 'number', width: 105, value: ({ cpc }) => cpc, render: ({ cpc }) => render(formatUsd(cpc)) },
  ];
}

const SORTED: readonly Column[] = [
  { id: 'intent', title: 'Intent', kind: 'text', width: 130, value: ({ primary_intent: intent }) => intent },
  {
    id: 'brand',
    title: 'Brand',
    kind: 'text',
    width: 85,
    value: ({ brand_flag: isBrand }) => (isBrand ? 'brand' : null),
    render: ({ brand_flag: isBrand }) => (isBrand ? <Badge variant="light">brand</Badge> : null),
  },
  {
    id: 'sources',
    title: 'Sources',
    kind: 'text',
    width: 180,
    value: ({ sources }) => sources.map((source) => SOURCE_WORDS[source]).join(', '),
  },
];

const LAST: readonly Column[] = [
  { id: 'rank', title: 'Ranks now', kind: 'number', width: 105, isDescendingFirst: false, value: ({ current_rank: rank }) => rank },
  {
    id: 'page',
    title: 'Target page',
    kind: 'text',
    width: 280,
    value: ({ target_url: url }) => url,
    render: ({ target_url: url }) => (url === null ? null : <OutsideLink href={url} />),
  },
  {
    id: 'fit',
    title: 'Category fit',
    kind: 'number',
    width: 120,
    isHidden: true,
    value: ({ category_confidence: fit }) => fit,
    render: ({ category_confidence: fit }) => formatShare(fit),
  },
  { id: 'competition', title: 'Competition', kind: 'text', width: 120, isHidden: true, value: ({ competition_level: level }) => level },
  { id: 'language', title: 'Language', kind: 'text', width: 110, isHidden: true, value: ({ language_code: code }) => toLanguageName(code) },
  { id: 'reason', title: 'Reason rejected', kind: 'text', width: 260, isHidden: true, value: ({ reason }) => reason },
];
