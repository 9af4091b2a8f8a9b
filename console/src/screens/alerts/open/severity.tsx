import styles from './lines.module.css';
import type { Severity as Name } from '../data/types.ts';

/** What an alert is worth: a word, with a mark of its own shape. */
export function Severity({ severity }: { readonly severity: Name }) {
  return (
    <span className={styles.severity} data-severity={severity}>
      {severity}
    </span>
  );
}
