import { SimpleGrid, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { GetHealthResponse } from '#client';
import { formatDuration } from '#data/time/duration.ts';
import { addSamples, type MinuteHistory } from '#data/time/minute-history.ts';
import { makeStore, useStore } from '#data/store.ts';
import { MinuteBars } from '#ui/charts/minute-bars.tsx';

const HEIGHT_PX = 110;

/** Kept while the tab is open, so that the way back to the screen does not begin again. */
const history = makeStore<MinuteHistory>(new Map());

const STORES = [
  { name: 'postgres', label: 'PostgreSQL: time to answer', isShown: (name: string) => name === 'postgres' },
  { name: 'clickhouse', label: 'ClickHouse: time to answer', isShown: (name: string) => name === 'clickhouse' },
] as const;

interface LatencyProps {
  readonly checks: GetHealthResponse['checks'];
  /** When the service said so, in epoch milliseconds. */
  readonly answeredAtMs: number;
}

/** How long the stores took to answer, a chart for each. */
export function Latency({ checks, answeredAtMs }: LatencyProps) {
  useEffect(() => {
    const samples = STORES.flatMap(({ name }) => {
      const { latency_ms: value } = checks[name];
      return value === undefined ? [] : [{ name, atMs: answeredAtMs, value }];
    });
    history.set(addSamples(history.get(), samples));
  }, [checks, answeredAtMs]);
  const seen = useStore(history);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {STORES.map(({ name, label, isShown }) => (
        <div key={name}>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <MinuteBars label={label} history={seen} nowMs={answeredAtMs} isShown={isShown} format={formatDuration} height={HEIGHT_PX} />
        </div>
      ))}
    </SimpleGrid>
  );
}
