import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useId, useMemo, useRef, type CSSProperties } from 'react';
import styles from './grid.module.css';
import { Head } from './head.tsx';
import { formatSort } from './order.ts';
import { Row } from './row.tsx';
import { formatShown, resizeShown } from './shown.ts';
import { showCut } from './show-cut.ts';
import type { GridInput, GridState } from './use-grid.ts';
import { handleGridKey, useReachByKeys } from './use-keys.ts';
import { useRoom } from './use-room.ts';

const HEAD_PX = 36;
const BOX_PX = 36;
const OVERSCAN_ROWS = 8;

interface Draft {
  readonly id: string;
  readonly width: number;
}

interface TableProps extends Pick<GridInput, 'columns' | 'place' | 'rowKey'> {
  readonly label: string;
  readonly grid: GridState;
  readonly rowHeight: number;
  readonly canSelect: boolean;
  readonly onOpen?: ((row: number) => void) | undefined;
  /** A column while its border is drawn. */
  readonly draft: Draft | undefined;
  readonly setDraft: (draft: Draft | undefined) => void;
}

/** The rows and titles of a grid. Only the rows in sight are in the page. */
export function Table({ label, columns, place, rowKey, grid, rowHeight, canSelect, onOpen, draft, setDraft }: TableProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useReachByKeys(scroller);
  const maxHeight = useRoom(scroller);
  const rows = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEAD_PX,
    scrollMargin: 0,
  });
  const { setActive } = grid;
  const press = useCallback(
    (row: number, at: number) => {
      setActive(at);
      onOpen?.(row);
    },
    [setActive, onOpen],
  );
  const template = useMemo(() => toTracks(grid.shown, draft, canSelect), [grid.shown, draft, canSelect]);
  const resize = (column: string, width: number, isDone: boolean): void => {
    if (isDone) place.set({ columns: formatShown(columns, resizeShown(grid.shown, column, width)) });
    setDraft(isDone ? undefined : { id: column, width });
  };
  const items = rows.getVirtualItems();
  const toId = (at: number): string => `${id}-${at}`;
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={grid.rows.length + 1}
      aria-colcount={grid.shown.length + (canSelect ? 1 : 0)}
      aria-multiselectable={canSelect || undefined}
      aria-activedescendant={items.some(({ index }) => index === grid.active) ? toId(grid.active) : undefined}
      className={styles.grid}
      style={{ maxHeight, '--grid-columns': template } as CSSProperties}
      onMouseOver={showCut}
      onKeyDown={(event) => handleGridKey(event, { grid, rowKey, canSelect, onOpen, reveal: (at) => rows.scrollToIndex(at) })}
    >
      <Head
        columns={grid.shownColumns}
        sort={grid.sort}
        onSort={(sort) => place.set({ sort: sort && formatSort(sort) })}
        onResize={resize}
        box={canSelect ? toBox(grid) : undefined}
      />
      {items.length > 0 && (
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = grid.rows[index] as number;
            const key = rowKey(row);
            return (
              <Row
                key={key}
                id={toId(index)}
                row={row}
                place={index}
                top={start}
                height={rowHeight}
                columns={grid.shownColumns}
                rowKey={key}
                isSelected={grid.isSelected(key)}
                isActive={index === grid.active}
                onChoose={canSelect ? grid.choose : undefined}
                onPress={onOpen && press}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Widths of the columns, as CSS; the first one takes what is left. */
function toTracks(shown: GridState['shown'], draft: Draft | undefined, canSelect: boolean): string {
  const widths = shown.map((one) => (one.id === draft?.id ? draft.width : one.width));
  const tracks = widths.map((width, at) => (at === 0 ? `minmax(${width}px, 1fr)` : `${width}px`));
  return [...(canSelect ? [`${BOX_PX}px`] : []), ...tracks].join(' ');
}

function toBox({ rows, selected, chooseAll }: GridState) {
  const isChecked = rows.length > 0 && selected.length === rows.length;
  return { isChecked, isMixed: selected.length > 0 && !isChecked, count: rows.length, onChange: chooseAll };
}
