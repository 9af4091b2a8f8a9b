import { useCallback, useMemo } from 'react';
import { toColumns, type RowColumn } from './columns/column.ts';
import { fitWidth } from './columns/fit-width.ts';
import { Grid, type GridProps } from './grid.tsx';

interface RowsGridProps<Row> extends Omit<GridProps, 'columns' | 'count' | 'matching' | 'rowKey' | 'onOpen'> {
  /** Those that match. */
  readonly rows: readonly Row[];
  /** Number of all rows, when `rows` are a part of them. */
  readonly total?: number;
  /** Made once, outside of the component. */
  readonly columns: readonly RowColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
}

/** The grid over a list of objects: what every list of the console uses. */
export function RowsGrid<Row>({ rows, total, columns, rowKey, onOpen, ...rest }: RowsGridProps<Row>) {
  const open = useCallback((at: number) => onOpen?.(rows[at] as Row), [rows, onOpen]);
  const matching = useMemo(() => Uint32Array.from({ length: rows.length }, (_, at) => at), [rows]);
  const fitted = useMemo(
    () => toColumns(rows, columns).map((column, at) => ({ ...column, width: fitWidth(columns[at] as RowColumn<Row>, rows, at === 0) })),
    [rows, columns],
  );
  return (
    <Grid
      {...rest}
      columns={fitted}
      count={total ?? rows.length}
      matching={matching}
      rowKey={useCallback((at: number) => rowKey(rows[at] as Row), [rows, rowKey])}
      {...(onOpen && { onOpen: open })}
    />
  );
}
