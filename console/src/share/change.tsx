import { formatChange, formatCount, UNKNOWN } from '../data/format.ts';

interface ChangeProps {
  /** Null: nothing to compare with. */
  readonly value: number | null;
  readonly format?: (value: number) => string;
  /** Of positions less is better. */
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
  const isBetter = value > 0 !== isLessBetter;
  return (
    <span className={isBetter ? 'good' : 'bad'} role="img" aria-label={`${isBetter ? 'better' : 'worse'} by ${format(Math.abs(value))}`}>
      {value > 0 ? '▲' : '▼'} {formatChange(value, format)}
    </span>
  );
}
