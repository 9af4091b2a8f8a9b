import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import type { GetAppsByAppIdResponse } from '#client';
import { listDays } from '#data/time/days.ts';
import { formatCount, formatDay, formatDecimal, formatInstant } from '#data/format.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { ReadChart } from '#ui/charts/chart/spec.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { describePrice } from '../store/price.ts';
import type { Reading } from '#ui/states/reading.ts';
import { toPaidReading, toRatingReading } from './readings.ts';
import { toStatusName } from '../store/store.ts';

type Known = GetAppsByAppIdResponse;
type RatingDay = Known['ratings'][number];

/** An app in numbers, with its rating over the days on which it was read. */
export function Summary({ known }: { readonly known: Known }) {
  const rating = useMemo(
    () => toChart(known, ({ rating: value }) => value, { label: 'Rating', format: formatDecimal, range: [1, 5] }),
    [known],
  );
  const count = useMemo(() => toChart(known, ({ rating_count: value }) => value, { label: 'Ratings', format: formatCount }), [known]);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Stat label="Rating, of 5" value={formatDecimal(known.rating)} reading={toRatingReading(known.rating_reading)} />
        <Stat label="Ratings" value={formatCount(known.rating_count)} reading={toRatingReading(known.rating_reading)} />
        <Stat label="Version" value={known.version ?? '–'} />
        <Stat label="In the store" value={toStatusName(known.status)} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <Chart title="Rating by day" spec={rating} height={220} syncKey="app" />
        <Chart title="Number of ratings by day" spec={count} height={220} syncKey="app" />
      </SimpleGrid>
      <Section title="What the store says">
        <Facts
          facts={[
            ['Developer', known.developer_name ?? '–'],
            ['Category', known.category ?? known.primary_category ?? '–'],
            ['Price', describePrice(known)],
            ['Released', formatDay(known.release_date)],
            ['This version released', formatDay(known.current_version_release_date)],
            ['Read (UTC)', formatInstant(known.fetched_at)],
          ]}
        />
      </Section>
    </>
  );
}

interface Shown extends Pick<ReadChart, 'format' | 'range'> {
  readonly label: string;
}

/** Days between readings are gaps. */
function toChart({ ratings, end_date: to }: Known, read: (day: RatingDay) => number | null, { label, ...spec }: Shown): ReadChart {
  const byDay = new Map(ratings.map((day) => [day.date, day]));
  const valueOf = (day: string): number | null => {
    const known = byDay.get(day);
    return known ? read(known) : null;
  };
  const days = listDays(ratings.map(({ date }) => date).toSorted()[0] ?? to, to);
  return { ...spec, days, lines: [{ id: label, label, values: days.map(valueOf) }], reading: (at) => toDayReading(days[at], byDay) };
}

function toDayReading(day: string | undefined, byDay: ReadonlyMap<string, RatingDay>): Reading | undefined {
  const known = byDay.get(day ?? '');
  return known && toPaidReading({ day, costUsd: known.cost_usd });
}
