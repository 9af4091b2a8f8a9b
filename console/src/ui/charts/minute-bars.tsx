import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { findFirstMinute, listMinutes, type MinuteHistory } from '#data/time/minute-history.ts';
import { Empty } from '../states/answered.tsx';
import { Bars, type Bar } from './bars.tsx';

interface MinuteBarsProps {
  readonly label: string;
  readonly history: MinuteHistory;
  readonly nowMs: number;
  /** Names that have bars. Made once. */
  readonly isShown: (name: string) => boolean;
  readonly format: (value: number) => string;
  readonly height?: number;
}

/** The highest values in each minute of the last hour, as far as this tab has seen them. */
export function MinuteBars({ label, history, nowMs, isShown, format, height = 180 }: MinuteBarsProps) {
  const bars = useMemo((): Bar[] => {
    return listMinutes(history, nowMs).map(({ minute, values }) => ({
      label: toTime(minute),
      parts: [...(values ?? [])].filter(([name]) => isShown(name)).map(([name, value]) => ({ name, value })),
    }));
  }, [history, nowMs, isShown]);
  const first = findFirstMinute(history);
  if (first === undefined) return <Empty title="Nothing yet" />;
  return (
    <>
      <Bars label={label} barName="Minute (UTC)" bars={bars} format={format} height={height} />
      <Text size="xs" c="dimmed">
        Maximum per minute, seen by this tab since {toTime(first)} UTC. Minutes without a reading are empty.
      </Text>
    </>
  );
}

function toTime(minute: number): string {
  return new Date(minute).toISOString().slice(11, 16);
}
