import type { ReactNode } from 'react';
import styles from './grid.module.css';

interface LineProps {
  readonly before?: ReactNode;
  readonly children: ReactNode;
  readonly after?: ReactNode;
}

/** A text in a cell with small things beside it, which stay whole where the text has no room. */
export function Line({ before, children, after }: LineProps) {
  return (
    <span className={styles.line}>
      {before}
      <span className={styles.name}>{children}</span>
      {after}
    </span>
  );
}
