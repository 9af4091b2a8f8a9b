import { useRef, type PointerEvent } from 'react';
import type { Column } from './columns/column.ts';
import styles from './grid.module.css';
import { nextSort, type Sort } from './columns/order.ts';

interface HeadProps {
  readonly columns: readonly Column[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  /** While a column is drawn wider, then once more with `isDone`. */
  readonly onResize: (id: string, width: number, isDone: boolean) => void;
  /** Undefined when rows cannot be selected. */
  readonly box?:
    | { readonly isChecked: boolean; readonly isMixed: boolean; readonly count: number; readonly onChange: () => void }
    | undefined;
}

/** The row of titles. */
export function Head({ columns, sort, onSort, onResize, box }: HeadProps) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {box && (
          <div role="columnheader" aria-colindex={1} className={`${styles.title} ${styles.fixed} ${styles.box}`}>
            <input
              type="checkbox"
              checked={box.isChecked}
              ref={(input) => {
                if (input) input.indeterminate = box.isMixed;
              }}
              onChange={box.onChange}
              aria-label={`Select all ${box.count} that match`}
            />
          </div>
        )}
        {columns.map((column, at) => (
          <Title key={column.id} column={column} at={at} sort={sort} onSort={onSort} onResize={onResize} hasBox={box !== undefined} />
        ))}
      </div>
    </div>
  );
}

interface TitleProps extends Pick<HeadProps, 'sort' | 'onSort' | 'onResize'> {
  readonly column: Column;
  readonly at: number;
  readonly hasBox: boolean;
}

function Title({ column, at, sort, onSort, onResize, hasBox }: TitleProps) {
  const isSorted = sort?.id === column.id;
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  const fixed = at === 0 && (hasBox ? `${styles.fixed} ${styles.fixedAfterBox}` : styles.fixed);
  return (
    <div
      role="columnheader"
      aria-colindex={at + (hasBox ? 2 : 1)}
      aria-sort={isSorted ? direction : undefined}
      title={column.hint}
      className={[styles.title, column.kind === 'number' && styles.end, fixed].filter(Boolean).join(' ')}
    >
      {column.isSortable === false ? (
        <span className={styles.text}>{column.title}</span>
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(column, sort))}>
          <span className={styles.text}>{column.title}</span>
          {isSorted && (
            <svg className={styles.arrow} viewBox="0 0 8 8" aria-hidden="true">
              <path d={sort.isDescending ? 'M0 2h8L4 7z' : 'M0 6h8L4 1z'} fill="currentColor" />
            </svg>
          )}
        </button>
      )}
      <Handle onResize={(width, isDone) => onResize(column.id, width, isDone)} />
    </div>
  );
}

/** Drawn to the side, it makes its column wider. The picker of columns does the same by keyboard. */
function Handle({ onResize }: { readonly onResize: (width: number, isDone: boolean) => void }) {
  const from = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const toWidth = ({ clientX }: PointerEvent): number => (from.current ? from.current.width + clientX - from.current.x : 0);
  return (
    <div
      className={styles.handle}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={(event) => {
        if (from.current) onResize(toWidth(event), false);
      }}
      onPointerUp={(event) => {
        if (from.current) onResize(toWidth(event), true);
        from.current = undefined;
      }}
    />
  );
}
