import styles from './interval.module.css';

interface IntervalBarProps {
  /** What is measured, with its number and interval in words. */
  readonly label: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Null: too few answers for a number, and the interval stands alone. */
  readonly value: number | null;
}

const toPercent = (share: number): string => `${share * 100}%`;

/** An interval on a line from 0 to 100 %, with a mark where the rate is. */
export function IntervalBar({ label, low, high, value }: IntervalBarProps) {
  return (
    <div role="img" aria-label={label} className={styles.track}>
      {low !== null && high !== null && (
        <span className={styles.band} style={{ left: toPercent(low), width: toPercent(Math.max(0, high - low)) }} />
      )}
      {value !== null && <span className={styles.point} style={{ left: toPercent(value) }} />}
    </div>
  );
}
