import { capitalize } from '#data/words.ts';
import { formatCount } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { useNow } from '#app/session.tsx';
import { describeReading, type Reading } from '../states/reading.ts';
import styles from './distribution.module.css';

export interface Block<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count: number;
  /** Any CSS colour or background. */
  readonly color: string;
}

interface DistributionProps<Id extends string> {
  /** What is counted: `Keywords by position`. */
  readonly label: string;
  readonly blocks: readonly Block<Id>[];
  /** What shares are of; the sum of the blocks unless given. */
  readonly total?: number;
  /** What the counts are computed from. */
  readonly reading: Reading;
  readonly chosen: readonly Id[];
  readonly onChoose: (chosen: Id[]) => void;
}

/** Counts that are filters: a click chooses one, with Ctrl or Shift several, a second click none. */
export function Distribution<Id extends string>({ label, blocks, total: all, reading, chosen, onChoose }: DistributionProps<Id>) {
  const total = all ?? blocks.reduce((sum, { count }) => sum + count, 0);
  const now = useNow();
  const read = capitalize(describeReading(reading, now()));
  return (
    <div role="group" aria-label={label} className={styles.blocks}>
      {blocks.map(({ id, label: name, count, color }) => (
        <button
          key={id}
          type="button"
          className={styles.block}
          aria-pressed={chosen.includes(id)}
          title={`${read}. Click to filter, with Ctrl for several`}
          onClick={({ ctrlKey, metaKey, shiftKey }) => onChoose(choose(chosen, id, ctrlKey || metaKey || shiftKey))}
        >
          <span className={styles.label}>
            <span className={styles.swatch} style={{ background: color }} />
            {name}
          </span>
          <span className={styles.count}>{formatCount(count)}</span>
          {total > 0 && <span className={styles.share}>{formatShare(count / total)}</span>}
        </button>
      ))}
    </div>
  );
}

function choose<Id extends string>(chosen: readonly Id[], id: Id, isAdded: boolean): Id[] {
  const others = isAdded ? chosen.filter((one) => one !== id) : [];
  const wasOnly = chosen.includes(id) && (isAdded || chosen.length === 1);
  return wasOnly ? others : [...others, id];
}
