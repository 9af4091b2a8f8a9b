import { formatPlural } from '#data/format.ts';
import { toColumns, type Column } from '#ui/grid/columns/column.ts';
import { describeByte } from '#ui/charts/position-bands.ts';
import { MARKET_COLUMNS } from '../table/row-market.ts';
import type { Heat } from './orders.ts';
import type { Series } from '../history/history.ts';

/** A row for each keyword. Its days are in CSV, and in the table when they are picked. */
export function toTable({ days, to, rows: markets }: Series, { rows, values }: Heat, groups: readonly (string | null)[]): Column[] {
  const number = (id: keyof Heat['rows'][number], title: string): Column => ({
    id,
    title,
    kind: 'number',
    width: 110,
    value: (row) => rows[row]?.[id] ?? null,
    reading: (row) => {
      const { daysFound = 0, daysNotFound = 0 } = rows[row] ?? {};
      return { computedFrom: `the good checks of ${formatPlural(daysFound + daysNotFound, 'day')}`, day: to };
    },
  });
  return [
    { id: 'keyword', title: 'Keyword', kind: 'text', width: 280, value: (row) => rows[row]?.label ?? null },
    ...toColumns(markets, MARKET_COLUMNS),
    ...(groups.length === 0
      ? []
      : [{ id: 'group', title: 'Group', kind: 'text', width: 220, value: (row) => groups[row] ?? null } satisfies Column]),
    number('first', 'First'),
    number('last', 'Last'),
    number('best', 'Best'),
    number('change', 'Change'),
    number('daysFound', 'Days found'),
    number('daysNotFound', 'Not found'),
    number('daysFailed', 'Failed'),
    number('daysUnchecked', 'Not checked'),
    ...days.map((day, at): Column => ({
      id: day,
      title: day,
      kind: 'text',
      width: 110,
      isHidden: true,
      value: (row) => describeByte(values[row * days.length + at]),
    })),
  ];
}
