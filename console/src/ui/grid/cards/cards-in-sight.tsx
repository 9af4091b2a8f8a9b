import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Card, type CardsProps } from './card.tsx';
import styles from '../grid.module.css';
import { useTop } from '../use-room.ts';

/** Height of a card whose fields are in one line; others are measured. */
const CARD_HEIGHT_PX = 72;

/** Cards of many rows, of which those in sight are in the page. */
export function CardsInSight(props: CardsProps) {
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
