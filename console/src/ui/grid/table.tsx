import { useCallback, useId, useMemo, useRef, type CSSProperties, useLayoutEffect, type RefObject } from 'react';
import { leastFirst } from './columns/fit-shown.ts';
import styles from './grid.module.css';
import { Head } from './head.tsx';
import { formatSort } from './columns/order.ts';
import { Row } from './row.tsx';
import { formatShown, resizeShown } from './columns/shown.ts';
import { showCut } from './cards/show-cut.ts';
import type { GridInput, GridState } from './use-grid.ts';
import { useGridKeys } from './use-keys.ts';
import { useRoom } from './use-room.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

const HEAD_PX = 36;
const BOX_PX = 36;

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
  /** What the columns have together, in pixels. */
  readonly setRoom: (px: number) => void;
}

/** The rows and titles of a grid. Only the rows in sight are in the page. */
export function Table({ label, columns, place, rowKey, grid, rowHeight, canSelect, onOpen, draft, setDraft, setRoom }: TableProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const maxHeight = useRoom(scroller);
  const saysRoom = useCallback((px: number) => setRoom(canSelect ? px - BOX_PX : px), [setRoom, canSelect]);
  useWidth(scroller, saysRoom);
  const { first, end, reveal } = useRowsInSight(scroller, grid.rows.length, { rowPx: rowHeight, headPx: HEAD_PX });
  const onKeyDown = useGridKeys(scroller, { grid, rowKey, canSelect, onOpen, reveal });
  const { setActive } = grid;
  const press = useCallback(
    (row: number, at: number) => {
      setActive(at);
      onOpen?.(row);
    },
    [setActive, onOpen],
  );
  const isPicked = grid.shown !== grid.usual;
  const template = useMemo(() => toTracks(grid.shown, { draft, canSelect, isPicked }), [grid.shown, draft, canSelect, isPicked]);
  const resize = (column: string, width: number, isDone: boolean): void => {
    if (isDone) place.set({ columns: formatShown(columns, resizeShown(grid.shown, column, width), grid.usual) });
    setDraft(isDone ? undefined : { id: column, width });
  };
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
      aria-activedescendant={grid.active >= first && grid.active < end ? toId(grid.active) : undefined}
      className={styles.grid}
      style={{ maxHeight, '--grid-columns': template } as CSSProperties}
      onMouseOver={showCut}
      onKeyDown={onKeyDown}
    >
      <Head
        columns={grid.shownColumns}
        sort={grid.sort}
        onSort={(sort) => place.set({ sort: sort && formatSort(sort) })}
        onResize={resize}
        box={canSelect ? toBox(grid) : undefined}
      />
      {grid.rows.length > 0 && (
        <div role="rowgroup" className={styles.body} style={{ height: grid.rows.length * rowHeight }}>
          {Array.from(grid.rows.subarray(first, end), (row, at) => {
            const index = first + at;
            const key = rowKey(row);
            return (
              <Row
                key={key}
                id={toId(index)}
                row={row}
                place={index}
                top={index * rowHeight}
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

interface Tracks {
  readonly draft: Draft | undefined;
  readonly canSelect: boolean;
  /** Picked columns have their whole width: the table scrolls instead. */
  readonly isPicked: boolean;
}

/** Widths of the columns, as CSS; the first one takes what is left. */
function toTracks(shown: GridState['shown'], { draft, canSelect, isPicked }: Tracks): string {
  const tracks = shown.map((one, at) => {
    const width = one.id === draft?.id ? draft.width : one.width;
    if (at > 0) return `${width}px`;
    return `minmax(${isPicked || draft ? width : leastFirst(one)}px, 1fr)`;
  });
  return [...(canSelect ? [`${BOX_PX}px`] : []), ...tracks].join(' ');
}

function toBox({ rows, selected, chooseAll }: GridState) {
  const isChecked = rows.length > 0 && selected.length === rows.length;
  return { isChecked, isMixed: selected.length > 0 && !isChecked, count: rows.length, onChange: chooseAll };
}

/** Says how wide an element is inside, without its scroll bar, in pixels: once it is drawn, and again whenever that changes. */
function useWidth(element: RefObject<HTMLElement | null>, onWidth: (px: number) => void): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = (): void => onWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, onWidth]);
}
