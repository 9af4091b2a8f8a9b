import { toInstant } from '#data/time/instant.ts';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatPlural, UNKNOWN } from '#data/format.ts';
import { Figure } from '#ui/layout/figure.tsx';
import type { Column } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { findNewestCheck, type Keywords } from './keywords.ts';
import { sayWhyUnknown, sumTraffic } from './traffic.ts';

/** Visits a month that each position is thought to bring. */
export function toTrafficColumn(keywords: Keywords): Column {
  const { columns } = keywords;
  return column.count('traffic', 'Traffic', 78, {
    holds: 'volume',
    of: (row) => columns.traffic[row] ?? null,
    hint: 'Estimated visits a month: the search volume times the fixed click curve',
    isHidden: true,
    render: (row) => <Visits keywords={keywords} row={row} />,
  });
}

function Visits({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const visits = keywords.columns.traffic[row] ?? null;
  if (visits === null) return <span title={sayWhyUnknown(keywords, row)}>{UNKNOWN}</span>;
  const checkedAt = toInstant(keywords.columns.checked_at[row]);
  return <Figure text={formatCount(Math.round(visits))} reading={{ computedFrom: 'the position and the search volume', checkedAt }} />;
}

/** The sum of the rows that are shown, and how many keywords it leaves out. */
export function TrafficOfRows({ keywords, rows }: { readonly keywords: Keywords; readonly rows: Uint32Array }) {
  const { visits, keywords: counted, unknown } = useMemo(() => sumTraffic(keywords, rows), [keywords, rows]);
  if (visits === null) return null;
  const reading = {
    computedFrom: `the positions and volumes of ${formatPlural(counted, 'keyword')}`,
    checkedAt: findNewestCheck(keywords),
  };
  return (
    <Text span size="sm" c="dimmed">
      {'Estimated traffic '}
      <Figure text={`${formatPlural(Math.round(visits), 'visit')} a month`} reading={reading} />
      {unknown > 0 && `, not known for ${formatPlural(unknown, 'keyword')}`}
    </Text>
  );
}
