import styles from './fraction.module.css';

/** In how many of the answers: filled so far, and in figures, `4/5`. */
export function Fraction({ successes, n }: { readonly successes: number; readonly n: number }) {
  return (
    <span className={styles.fraction}>
      <span className={styles.fill} style={{ width: `${(successes / n) * 100}%` }} />
      <span className={styles.text}>
        {successes}/{n}
      </span>
    </span>
  );
}
