import { useNavigate } from '@tanstack/react-router';
import { formatPlural } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { toShares, toWords, type Share } from './figures.ts';
import { useCount } from './use-count.ts';

const REVIEW = '/classification/review';

interface LabelsProps {
  readonly title: string;
  readonly dimension: 'page_type' | 'domain_type';
  readonly counts: Readonly<Record<string, number>>;
}

/** How often each label was given; a row leads to its pages in the review queue. */
export function Labels({ title, dimension, counts }: LabelsProps) {
  const navigate = useNavigate();
  const count = useCount();
  const place = useLocalPlace();
  return (
    <Section title={title}>
      <RowsGrid
        label={title}
        rows={toShares(counts)}
        columns={toReadColumns(LABELS, count(`the labels of ${formatPlural(sumOf(counts), 'item')}`))}
        rowKey={({ id }) => id}
        place={place}
        fileName={`labels ${dimension}`}
        onOpen={({ id }) => void navigate({ to: REVIEW, search: { dimension, value: id } } as never)}
        empty={<Empty title="No labels yet" />}
      />
    </Section>
  );
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

const LABELS: readonly RowColumn<Share>[] = [
  column.text('label', 'Label', 220, { of: ({ id }) => toWords(id), isOnPhone: true }),
  column.count('count', 'Count', 110, { isOnPhone: true }),
  column.share('share', 'Share', 110, { isOnPhone: true }),
];
