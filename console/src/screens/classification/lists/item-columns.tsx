import { toWords } from '#data/words.ts';
import { Badge, Text } from '@mantine/core';
import type { ClassifiedItem } from '#client';
import { formatCount } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toSourceName } from '../figures.ts';
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

const words = (label: string | null): string | null => label && toWords(label);

export const ITEM_COLUMNS: readonly RowColumn<ClassifiedItem>[] = [
  column.text('item', 'Item', 300, { isOnPhone: true }),
  column.text('kind', 'Kind', 90, { of: ({ kind }) => KIND_WORDS[kind][0] }),
  column.text('label', 'Label', 150, {
    of: ({ label }) => words(label),
    isOnPhone: true,
    render: ({ label }) => (
      <Text span inherit fw={600}>
        {label === null ? '–' : toWords(label)}
      </Text>
    ),
  }),
  column.count('confidence', 'Confidence', 110, {
    of: ({ label, confidence }) => (label === null ? null : confidence),
    hint: 'Of 100 labels with confidence 80, about 80 are right',
    isOnPhone: true,
    reading: toItemReading,
    render: ({ label, confidence }) => formatCount(label === null ? null : confidence),
  }),
  column.text('status', 'State', 170, {
    of: ({ status }) => STATUS_WORDS[status],
    render: (item) => <ItemStatusBadge status={item.status} />,
  }),
  column.text('stage', 'Decided by', 140, { of: ({ stage }) => stage && toSourceName(stage) }),
  column.text('why', 'Why', 300),
  column.text('reason', 'What is missing', 240, { of: (item) => toReason(item) }),
  column.text('second', 'Second best', 150, { of: ({ second_best: label }) => words(label) }),
  column.text('tier1', 'Tier 1', 150, { of: ({ labels }) => words(labels.tier1_type), isHidden: true }),
  column.text('property', 'Property type', 150, { of: ({ labels }) => words(labels.property_type), isHidden: true }),
  column.text('bucket', 'Page bucket', 150, { of: ({ labels }) => words(labels.page_bucket), isHidden: true }),
  column.text('journey', 'Journey', 150, { of: ({ labels }) => words(labels.journey), isHidden: true }),
  column.usd('cost', 'Cost', 90, { of: 'cost_usd', reading: toItemReading }),
  column.rank('line', 'Line', 80, { hint: 'Line of the list as you entered it', isHidden: true }),
  column.text('given', 'As given', 240, { of: 'value', isHidden: true }),
  column.instant('classified', 'Classified (UTC)', 170, { of: 'classified_at', isHidden: true }),
];
