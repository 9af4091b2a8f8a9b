import { Badge, Text } from '@mantine/core';
import type { ClassifiedItem } from '#client';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toSourceName, toWords } from '../figures.ts';
import { KIND_WORDS, STATUS_WORDS, toReason, type ItemStatus } from './words.ts';

const COLOURS: Readonly<Record<ItemStatus, string>> = {
  classified: 'teal',
  corrected: 'indigo',
  unsure: 'yellow',
  failed: 'red',
  over_budget: 'orange',
  waiting: 'gray',
  not_reached: 'gray',
};

/** What came of an item; the word says what the colour says. */
export function ItemStatusBadge({ status }: Pick<ClassifiedItem, 'status'>) {
  return (
    <Badge color={COLOURS[status]} variant="dot">
      {STATUS_WORDS[status]}
    </Badge>
  );
}

/** How a label came about. */
export function toItemReading({ classified_at: checkedAt, source, cost_usd: costUsd }: ClassifiedItem): Reading {
  return { checkedAt, provider: source && toSourceName(source), costUsd };
}

const text = (
  id: string,
  title: string,
  value: (item: ClassifiedItem) => string | null,
  more: Partial<RowColumn<ClassifiedItem>> = {},
): RowColumn<ClassifiedItem> => ({ id, title, kind: 'text', width: 150, value, ...more });

const words = (label: string | null): string | null => label && toWords(label);

export const ITEM_COLUMNS: readonly RowColumn<ClassifiedItem>[] = [
  text('item', 'Item', ({ item }) => item, { width: 300, isOnPhone: true }),
  text('kind', 'Kind', ({ kind }) => KIND_WORDS[kind][0], { width: 90 }),
  text('label', 'Label', ({ label }) => words(label), {
    isOnPhone: true,
    render: ({ label }) => (
      <Text span inherit fw={600}>
        {label === null ? '–' : toWords(label)}
      </Text>
    ),
  }),
  {
    id: 'confidence',
    title: 'Confidence',
    hint: 'Of 100 labels with confidence 80, about 80 are right',
    kind: 'number',
    width: 110,
    value: ({ label, confidence }) => (label === null ? null : confidence),
    render: ({ label, confidence }) => formatCount(label === null ? null : confidence),
    reading: toItemReading,
    isOnPhone: true,
  },
  text('status', 'State', ({ status }) => STATUS_WORDS[status], { width: 170, render: (item) => <ItemStatusBadge status={item.status} /> }),
  text('stage', 'Decided by', ({ stage }) => stage && toSourceName(stage), { width: 140 }),
  text('why', 'Why', ({ why }) => why, { width: 300 }),
  text('reason', 'What is missing', (item) => toReason(item), { width: 240 }),
  text('second', 'Second best', ({ second_best: label }) => words(label)),
  text('tier1', 'Tier 1', ({ labels }) => words(labels.tier1_type), { isHidden: true }),
  text('property', 'Property type', ({ labels }) => words(labels.property_type), { isHidden: true }),
  text('bucket', 'Page bucket', ({ labels }) => words(labels.page_bucket), { isHidden: true }),
  text('journey', 'Journey', ({ labels }) => words(labels.journey), { isHidden: true }),
  {
    id: 'cost',
    title: 'Cost',
    kind: 'number',
    width: 90,
    value: ({ cost_usd: cost }) => cost,
    render: ({ cost_usd: cost }) => formatUsd(cost),
    reading: toItemReading,
  },
  {
    id: 'line',
    title: 'Line',
    hint: 'Line of the list as you entered it',
    kind: 'number',
    width: 80,
    isDescendingFirst: false,
    value: ({ line }) => line,
    isHidden: true,
  },
  text('given', 'As given', ({ value }) => value, { isHidden: true, width: 240 }),
  text('classified', 'Classified (UTC)', ({ classified_at: at }) => at, {
    isHidden: true,
    width: 170,
    render: ({ classified_at: at }) => formatInstant(at),
  }),
];
