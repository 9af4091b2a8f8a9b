import { formatChange, formatCount, UNKNOWN } from '#data/format.ts';

interface ChangeProps {
  /** Null: nothing to compare with. */
  readonly value: number | null;
  readonly format?: (value: number) => string;
  /** True for positions: a lower one is a gain, and is shown as one. */
  readonly isLessBetter?: boolean;
}

/** A change with sign, arrow and word: colour alone says nothing. */
export function Change({ value, format = formatCount, isLessBetter = false }: ChangeProps) {
  if (value === null) return <span className="dim">{UNKNOWN}</span>;
  if (value === 0) {
    return (
      <span className="dim" role="img" aria-label="unchanged">
        =
      </span>
    );
  }
  const gained = isLessBetter ? -value : value;
  return (
    <span
      className={gained > 0 ? 'good' : 'bad'}
      role="img"
      aria-label={`${gained > 0 ? 'better' : 'worse'} by ${format(Math.abs(value))}`}
    >
      {gained > 0 ? '▲' : '▼'} {formatChange(gained, format)}
    </span>
  );
}
