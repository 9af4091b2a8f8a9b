import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { toCell } from './cell.tsx';
import type { Column } from './column.ts';
import styles from './grid.module.css';
import { showCut } from './show-cut.ts';
import type { GridState } from './use-grid.ts';
import { useTop } from './use-room.ts';

/** Of a card whose fields are in one line; others are measured. */
const CARD_HEIGHT_PX = 72;
const FIELDS = 3;

interface CardsProps {
  readonly label: string;
  readonly rows: Uint32Array;
  /** Those shown; the first is the title of a card. */
  readonly columns: readonly Column[];
  readonly rowKey: (row: number) => string;
  readonly onOpen?: ((row: number) => void) | undefined;
  /** Without it no card can be selected. */
  readonly select?: Pick<GridState, 'isSelected' | 'choose'> | undefined;
}

/** So many cards are all in the page; of more only those in sight are. Lists in dialogs, which scroll by themselves, have no more. */
const WHOLE_UP_TO = 100;

/** The grid on a phone: a card for each row, with three fields, which scroll with the page. */
export function Cards(props: CardsProps) {
  return (
    <div className={styles.cards} role="region" aria-label={props.label} onMouseOver={showCut}>
      {props.rows.length <= WHOLE_UP_TO ? <AllCards {...props} /> : <CardsInSight {...props} />}
    </div>
  );
}

function AllCards(props: CardsProps) {
  return (
    <div role="list">
      {Array.from(props.rows, (row) => (
        <div key={props.rowKey(row)} role="listitem" className={styles.card}>
          <Card {...props} row={row} />
        </div>
      ))}
    </div>
  );
}

function CardsInSight(props: CardsProps) {
  const { rows, rowKey } = props;
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const { getVirtualItems, getTotalSize, measureElement } = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => CARD_HEIGHT_PX,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <div ref={list} className={styles.body} style={{ height: getTotalSize(), minWidth: 0 }} role="list">
      {getVirtualItems().map(({ index, start }) => {
        const row = rows[index] as number;
        return (
          <div
            key={rowKey(row)}
            ref={measureElement}
            data-index={index}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={rows.length}
            className={`${styles.card} ${styles.placed}`}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Card {...props} row={row} />
          </div>
        );
      })}
    </div>
  );
}

/** Each field is whole: what does not fit beside the others is below them. */
function Card({ row, columns, rowKey, onOpen, select }: CardsProps & { readonly row: number }) {
  const [title, ...others] = columns;
  if (!title) return null;
  const wanted = others.filter(({ isOnPhone }) => isOnPhone);
  const fields = (wanted.length > 0 ? wanted : others).slice(0, FIELDS);
  return (
    <>
      <div className={styles.cardHead}>
        <CardTitle column={title} row={row} onOpen={onOpen} />
        {select && <CardBox name={title.value(row)} rowKey={rowKey(row)} select={select} />}
      </div>
      <dl className={styles.cardFields}>
        {fields.map((column) => (
          <div key={column.id}>
            <dt>{column.title}</dt>
            <dd>{toCell(column, row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function CardTitle({ column, row, onOpen }: { readonly column: Column; readonly row: number } & Pick<CardsProps, 'onOpen'>) {
  if (!onOpen) return <div className={styles.cardTitle}>{column.short?.(row) ?? toCell(column, row)}</div>;
  const shown = column.render?.(row);
  return (
    // What a cell draws may hold links and buttons of its own.
    <button type="button" className={styles.cardTitle} onClick={() => onOpen(row)}>
      {column.short?.(row) ?? (typeof shown === 'string' ? shown : column.value(row))}
    </button>
  );
}

interface CardBoxProps {
  readonly name: ReturnType<Column['value']>;
  readonly rowKey: string;
  readonly select: NonNullable<CardsProps['select']>;
}

function CardBox({ name, rowKey, select }: CardBoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.cardBox}
      checked={select.isSelected(rowKey)}
      aria-label={`Select ${name ?? 'row'}`}
      onChange={() => select.choose(rowKey, false)}
    />
  );
}
