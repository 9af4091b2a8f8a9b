import { Stack, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { fillGauge, type GaugeValues } from './gauge/fill.ts';

export interface GaugeProps extends GaugeValues {
  readonly label: string;
  /** Takes the place of the label below the ring, for example a link. */
  readonly shown?: ReactNode;
  readonly format: (value: number) => string;
  /** Width of the half ring, in pixels. */
  readonly width?: number;
}

/** The half circle from left to right; its length counts as 100. */
const ARC = 'M 10 60 A 50 50 0 0 1 110 60';
/** More has no room within the ring. */
const PERCENT_MAX = 999;
const STROKE = { d: ARC, pathLength: 100, fill: 'none', strokeWidth: 14 } as const;

/** How full a budget is, as a half ring. What is reserved for calls that are under way is hatched. */
export function Gauge({ label, shown = label, spent, reserved, limit, format, width = 160 }: GaugeProps) {
  const hatch = useId();
  const fill = fillGauge({ spent, reserved, limit });
  const sentence = `${label}: ${format(spent)} spent${reserved > 0 ? ` and ${format(reserved)} reserved` : ''} of ${limit === null ? 'no limit' : format(limit)}`;
  const colour = fill.isOver ? 'var(--bad)' : fill.isNear ? 'var(--band-failed)' : 'var(--chart-0)';
  return (
    <Stack gap={2} align="center" maw={width}>
      <svg viewBox="0 0 120 68" width={width} role="img" aria-label={sentence}>
        <defs>
          <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="4" fill={colour} />
          </pattern>
        </defs>
        <path {...STROKE} stroke="var(--mantine-color-default-border)" />
        {fill.total > 0 && <path {...STROKE} stroke={`url(#${hatch})`} strokeDasharray={`${fill.total} 200`} />}
        {fill.spent > 0 && <path {...STROKE} stroke={colour} strokeDasharray={`${fill.spent} 200`} />}
        <text x="60" y="58" textAnchor="middle" fontSize="17" fontWeight="600" fill="currentColor">
          {limit === null ? '–' : fill.percent > PERCENT_MAX ? `> ${PERCENT_MAX}%` : `${fill.percent}%`}
        </text>
      </svg>
      <Text component="div" size="sm" fw={500} ta="center" style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Text>
      <Text size="xs" c="dimmed" ta="center">
        {format(spent)} of {limit === null ? 'no limit' : format(limit)}
        {reserved > 0 && <>, {format(reserved)} reserved</>}
      </Text>
    </Stack>
  );
}
