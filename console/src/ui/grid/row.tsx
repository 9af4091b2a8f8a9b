import { memo, type MouseEvent } from 'react';
import { toCell } from './cell.tsx';
import type { Column } from './columns/column.ts';
import styles from './grid.module.css';

export interface RowProps {
  readonly id: string;
  readonly row: number;
  /** Among the rows shown, from 0. */
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly rowKey: string;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onChoose?: ((key: string, isRange: boolean) => void) | undefined;
  readonly onPress?: ((row: number, place: number) => void) | undefined;
}

/** A row of the grid. It draws itself again only when something of it changed. */
export const Row = memo(function Row(props: RowProps) {
  const { id, row, place, top, height, columns, isSelected, isActive, onChoose, onPress } = props;
  const classes = [styles.row, isSelected && styles.selected, isActive && styles.active, onPress && styles.openable];
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={onChoose ? isSelected : undefined}
      className={classes.filter(Boolean).join(' ')}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={onPress && ((event) => isPlain(event) && onPress(row, place))}
    >
      {onChoose && <Box {...props} onChoose={onChoose} />}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role={at === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={at + (onChoose ? 2 : 1)}
          data-kind={column.kind}
          className={toClasses(column, at, onChoose !== undefined)}
        >
          <span className={styles.text}>{toCell(column, row)}</span>
        </div>
      ))}
    </div>
  );
});

function Box({ row, columns, rowKey, isSelected, onChoose }: RowProps & { readonly onChoose: (key: string, isRange: boolean) => void }) {
  return (
    <div role="gridcell" aria-colindex={1} className={`${styles.cell} ${styles.fixed} ${styles.box}`}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${columns[0]?.value(row) ?? 'row'}`}
        onChange={() => {}}
        onClick={(event) => {
          event.stopPropagation();
          onChoose(rowKey, event.shiftKey);
        }}
      />
    </div>
  );
}

function toClasses(column: Column, at: number, hasBox: boolean): string {
  const fixed = at === 0 && (hasBox ? `${styles.fixed} ${styles.fixedAfterBox}` : styles.fixed);
  return [styles.cell, column.kind === 'number' && styles.end, fixed].filter(Boolean).join(' ');
}

/** A click on the row itself, not on a link or a button in it, nor the end of a text selection. */
function isPlain(event: MouseEvent<HTMLElement>): boolean {
  const { target } = event;
  const isOfControl = target instanceof Element && target.closest('a, button, input') !== null;
  return !isOfControl && !window.getSelection()?.toString();
}
