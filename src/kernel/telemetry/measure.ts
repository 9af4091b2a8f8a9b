import { metrics, type Attributes, type Meter, type MeterProvider } from '@opentelemetry/api';

/**
 * Instruments as values. They may be declared and used before and without a meter: then nothing is
 * counted. What they are called and what they mean stands in docs/diagnostics.md, "Metrics".
 *
 * Values of labels come from lists that the code knows (routes, workflows, steps, services), never from
 * what a caller sends. Beyond that the library keeps 2,000 combinations for each instrument and counts
 * the rest together.
 */
export interface Counter {
  /** @param amount not negative */
  add(amount: number, labels?: Attributes): void;
}

export interface UpDownCounter {
  add(amount: number, labels?: Attributes): void;
}

export interface Histogram {
  record(value: number, labels?: Attributes): void;
}

/** The name of the meter of all our instruments. */
export const METER = 'sightline';

/** From 5 ms to 2 minutes: the provider works up to 120 s on a call. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** @param name with the `_total` that Prometheus wants of a counter */
export function defineCounter(name: string, description: string): Counter {
  const get = onCurrentMeter((meter) => meter.createCounter(name, { description }));
  return { add: (amount, labels) => get().add(amount, labels) };
}

export function defineUpDownCounter(name: string, description: string): UpDownCounter {
  const get = onCurrentMeter((meter) => meter.createUpDownCounter(name, { description }));
  return { add: (amount, labels) => get().add(amount, labels) };
}

/** A histogram of seconds, with a name that ends so. */
export function defineHistogram(name: string, description: string): Histogram {
  const advice = { explicitBucketBoundaries: BUCKETS_SECONDS };
  const get = onCurrentMeter((meter) => meter.createHistogram(name, { description, advice }));
  return { record: (value, labels) => get().record(value, labels) };
}

/** Makes the instrument once for each meter provider: there is none before the service starts, and tests have several. */
function onCurrentMeter<Instrument>(make: (meter: Meter) => Instrument): () => Instrument {
  let made: { readonly provider: MeterProvider; readonly instrument: Instrument } | undefined;
  return () => {
    const provider = metrics.getMeterProvider();
    if (made?.provider !== provider) made = { provider, instrument: make(provider.getMeter(METER)) };
    return made.instrument;
  };
}
