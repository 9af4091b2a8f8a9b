import { Group, Text } from '@mantine/core';
import type { GetProjectsByProjectIdSearchConsolePerformanceResponse as Performance } from '#client';
import { formatChange, formatCount, formatDecimal } from '#data/format.ts';
import { formatPoints, formatShare } from '#data/shares.ts';
import { Stat } from '#ui/layout/stat.tsx';
import { sayNamed, toReading } from './say-counted.ts';

/** The figures of all rows together, and how much of the clicks has a name. */
export function Totals({ performance }: { readonly performance: Performance }) {
  const { totals, compared_totals: before, named, warnings } = performance;
  if (totals === null) return null;
  const reading = toReading(performance);
  const isSpoiled = (metric: string): boolean => warnings.some((warning) => warning.metric === metric);
  const change = (metric: 'clicks' | 'impressions' | 'ctr' | 'position', format: (value: number) => string): string | undefined => {
    const [now, then] = [totals[metric], before?.[metric] ?? null];
    return now === null || then === null || isSpoiled(metric) ? undefined : formatChange(now - then, format);
  };
  const said = sayNamed(named);
  return (
    <>
      <Group gap="xl" mb="xs">
        <Stat label="Clicks" value={formatCount(totals.clicks)} reading={reading} note={change('clicks', formatCount)} />
        <Stat label="Impressions" value={formatCount(totals.impressions)} reading={reading} note={change('impressions', formatCount)} />
        <Stat label="Click rate" value={formatShare(totals.ctr)} reading={reading} note={change('ctr', formatPoints)} />
        {totals.position !== null && (
          <Stat
            label="Average position (Google)"
            value={formatDecimal(totals.position)}
            reading={reading}
            note={change('position', formatDecimal)}
          />
        )}
      </Group>
      {said !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {said}
        </Text>
      )}
    </>
  );
}
