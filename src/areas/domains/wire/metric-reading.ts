import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { readOfSnapshot, type MetricReading } from '../records/metric-reading.ts';
import type { LinkSummary, SnapshotReading } from '../records/store/metrics.ts';

const Reading = z
  .object({
    read_at: z.string().nullable().meta({ description: 'When the provider was asked. Null: it has not answered to the end.' }),
    as_of: z.string().nullable().meta({ description: 'Of a weekly snapshot the day whose state it describes.' }),
    rows: z
      .int()
      .nullable()
      .meta({ description: "What came for the price: rows, or weeks of the provider's history. Null: the figure alone." }),
    cost_usd: z.number().meta({ description: 'What that cost, everything that came taken together.' }),
  })
  .meta({ id: 'DomainFigureReading' });

/** How a metric of a domain was read. Null: the metric is not known. */
export const MetricReadingBody = Reading.nullable();

export function toMetricReading(reading: MetricReading | null): z.input<typeof MetricReadingBody> {
  return reading && toBody(Reading, reading);
}

/** How the metrics of a weekly snapshot were read. */
export function toSnapshotReading(snapshot: SnapshotReading | null): z.input<typeof MetricReadingBody> {
  return toMetricReading(snapshot && readOfSnapshot(snapshot));
}

/** How the links of an overview were read. */
export function toLinksReading({ capturedAt, asOf, costUsd, weeks }: LinkSummary): z.input<typeof MetricReadingBody> {
  if (capturedAt === null || asOf === null || costUsd === null) return null;
  return toSnapshotReading({ capturedAt, asOf, costUsd, weeks });
}
