import { useMemo } from 'react';
import { formatCount, formatPlural } from '#data/format.ts';
import { toFeatureName } from '../screens/overview/feature-name.ts';
import type { ChartSpec } from '#ui/charts/chart/spec.ts';
import { Chart } from './chart.tsx';
import type { SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

/** What result pages have beside their organic results: on how many, and on how many with an own site. */
export function Features({ data, notes, scheme }: SectionView<'features'>) {
  const spec = useMemo((): ChartSpec => {
    const lines = data.features.map(({ feature, keywords }) => ({ id: feature, label: toFeatureName(feature), values: keywords }));
    return { days: data.days, lines, format: formatCount, notes };
  }, [data, notes]);
  if (data.features.length === 0) return <p className="dim">{sayNone(data.checked)}</p>;
  return (
    <>
      <Table label="Features on the last day" columns={toColumns(data.features)} count={data.features.length} />
      <div className="pair">
        <Chart title="Keywords with each feature" spec={spec} scheme={scheme} />
      </div>
    </>
  );
}

function sayNone(checked: readonly number[]): string {
  const most = Math.max(0, ...checked);
  if (most === 0) return 'No good check was made in these days.';
  return `The result pages of up to ${formatPlural(most, 'checked keyword')} a day had organic results only.`;
}

function toColumns(features: SectionView<'features'>['data']['features']): TableColumn[] {
  const last = (values: readonly (number | null)[] | null | undefined): string => formatCount(values?.findLast((value) => value !== null));
  return [
    { title: 'Feature', render: (row) => toFeatureName(features[row]?.feature ?? '') },
    { title: 'Keywords', isNumber: true, render: (row) => last(features[row]?.keywords) },
    { title: 'With own site', isNumber: true, render: (row) => last(features[row]?.ours) },
  ];
}
