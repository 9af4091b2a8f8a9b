import { toCell } from '../cell.tsx';
import type { Column } from '../columns/column.ts';
import styles from '../grid.module.css';
import type { GridState } from '../use-grid.ts';

const FIELDS = 3;

export interface CardsProps {
  readonly label: string;
  readonly rows: Uint32Array;
  /** Those shown; the first is the title of a card. */
  readonly columns: readonly Column[];
  readonly rowKey: (row: number) => string;
  readonly onOpen?: ((row: number) => void) | undefined;
  /** Without it no card can be selected. */
  readonly select?: Pick<GridState, 'isSelected' | 'choose'> | undefined;
}

/** Each field is whole: what does not fit beside the others is below them. */
export function Card({ row, columns, rowKey, onOpen, select }: CardsProps & { readonly row: number }) {
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
    // Text alone: a drawn cell may hold links and buttons, which a button may not.
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
