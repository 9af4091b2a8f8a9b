import { getDebugSchema, type GetDebugSchemaResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';

type Table = GetDebugSchemaResponse['tables'][number];

const COLUMNS: readonly RowColumn<Table>[] = [
  column.text('name', 'Table', 300),
  column.text('store', 'Store', 130, { isOnPhone: true }),
  column.count('columns', 'Columns', 100, { of: 'column_count', isOnPhone: true }),
  column.count('rows', 'Rows, about', 130, { of: 'rows_estimate', isOnPhone: true }),
];

const toKey = ({ store, name }: Table): string => `${store} ${name}`;

/** The tables of both stores. */
export function Schema() {
  const answer = useAnswer(getDebugSchema, {});
  const place = useLocalPlace({ sort: '-rows' });
  return (
    <Answered answer={answer} height={320}>
      {({ tables, table_count: count, warning }) => (
        <Section title={`${formatCount(count)} tables`}>
          {warning}
          <RowsGrid label="Tables" rows={tables} columns={COLUMNS} rowKey={toKey} place={place} fileName="tables" />
        </Section>
      )}
    </Answered>
  );
}
