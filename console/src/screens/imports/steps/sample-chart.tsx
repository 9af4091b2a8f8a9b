import { useMemo } from 'react';
import type { ImportPreview } from '#client';
import { IMPORT_SCALES, toImportKind } from '#data/names.ts';
import { formatCount } from '#data/format.ts';
import { addDays, listDays } from '#data/time/days.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { IMPORTED_COLOR } from '#ui/charts/colors.ts';
import type { ReadChart } from '#ui/charts/chart/spec.ts';

type Sample = NonNullable<ImportPreview['sample']>;

const DAYS_MAX = 366;

/** One keyword of the file as its chart would show it, up to the seam. */
export function SampleChart({ sample, kind }: { readonly sample: Sample; readonly kind: string | null }) {
  const spec = useMemo(() => toSpec(sample, toImportKind(kind)), [sample, kind]);
  return (
    <Chart
      title={`${sample.keyword}, as its chart would begin`}
      note={`Positions of ${toImportKind(kind)} among ${IMPORT_SCALES[sample.scale]}, up to the seam. Your own checks stand behind it, as another line.`}
      spec={spec}
      height={200}
    />
  );
}

function toSpec({ points, scale }: Sample, from: string): ReadChart {
  const places = new Map(points.map(({ date, position }) => [date, position]));
  const said = new Map(points.map(({ date, outcome }) => [date, outcome === 'not_found' ? 'not found' : 'not measured']));
  const last = [...places.keys()].toSorted().at(-1) ?? '';
  const first = [...places.keys()].toSorted().find((day) => day >= addDays(last, -DAYS_MAX)) ?? last;
  const seam = addDays(last, 1);
  const days = listDays(first, seam);
  return {
    days,
    lines: [
      {
        id: 'imported',
        label: `${from}, ${IMPORT_SCALES[scale]}`,
        values: days.map((day) => places.get(day) ?? null),
        said: (at) => said.get(days[at] ?? '') ?? 'not measured',
        color: IMPORTED_COLOR,
        isDashed: true,
      },
    ],
    reading: () => ({ computedFrom: `the file of ${from}` }),
    isReversed: true,
    format: formatCount,
    notes: [{ id: 'seam', from: seam, to: seam, text: 'Seam: from here on your own checks', isFixed: true }],
  };
}
