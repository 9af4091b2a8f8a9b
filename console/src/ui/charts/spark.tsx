import { memo } from 'react';
import { toSparkPath } from './spark-path.ts';

interface SparkProps {
  readonly values: readonly (number | null)[];
  /** What it shows, as a sentence: for people who do not see it. */
  readonly label: string;
  readonly arePositions?: boolean;
  readonly width?: number;
  readonly height?: number;
}

/** A small line without axes. Gaps stay gaps. */
export const Spark = memo(function Spark({ values, label, arePositions = false, width = 96, height = 22 }: SparkProps) {
  const { lines, dots } = toSparkPath(values, { width, height, arePositions });
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`} display="block">
      <path d={lines} fill="none" stroke="var(--chart-0)" strokeWidth={1.5} strokeLinejoin="round" />
      {dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={1.5} fill="var(--chart-0)" />
      ))}
    </svg>
  );
});
