import { later } from '#ui/states/later.tsx';
import { Card, type CardsProps } from './card.tsx';
import styles from '../grid.module.css';
import { showCut } from './show-cut.ts';

/** So many cards are all in the page; of more only those in sight are. Lists in dialogs, which scroll by themselves, have no more. */
const WHOLE_UP_TO = 100;

/** Cards differ in height: they are measured by a library that phones with long lists load. */
const CardsInSight = later(async () => (await import('./cards-in-sight.tsx')).CardsInSight);

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
