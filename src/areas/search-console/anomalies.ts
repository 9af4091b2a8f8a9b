import { readFileSync } from 'node:fs';

export const METRICS = ['clicks', 'impressions', 'ctr', 'position'] as const;
export type Metric = (typeof METRICS)[number];

/** A span of days in which Google is known to have counted wrongly. */
export interface Anomaly {
  /** Pacific days as `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  /** What is wrong; the others are right. */
  readonly metrics: readonly Metric[];
  readonly name: string;
  readonly reason: string;
  /** Where Google lists such spans. */
  readonly source: string;
}

/** Days, both included; open where one is left out. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Figures that must not be taken as they are, and because of what. */
export interface Warning {
  readonly metric: Metric;
  readonly anomalies: readonly Anomaly[];
}

/** The last day that this release knows about. */
export const ANOMALIES_KNOWN_UNTIL = '2026-04-30';

let anomalies: readonly Anomaly[] | undefined;

/** Anomalies that share a day with a span, oldest first. */
export function listAnomalies({ from, to }: Span = {}): Anomaly[] {
  anomalies ??= readAnomalies();
  return anomalies.filter((anomaly) => (from === undefined || anomaly.to >= from) && (to === undefined || anomaly.from <= to));
}

/** What an anomaly spoils when the figures of some spans stand beside each other; what is right has no warning. */
export function warnOf(spans: readonly Span[]): Warning[] {
  const touched = new Set(spans.flatMap((span) => listAnomalies(span)));
  return METRICS.map((metric) => ({ metric, anomalies: [...touched].filter(({ metrics }) => metrics.includes(metric)) })).filter(
    (warning) => warning.anomalies.length > 0,
  );
}

function readAnomalies(): Anomaly[] {
  const text = readFileSync(new URL('search-console-anomalies.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [from = '', to = '', metrics = '', name = '', reason = '', source = ''] = line.split('\t');
    return { from, to, metrics: METRICS.filter((metric) => metrics.split(' ').includes(metric)), name, reason, source };
  });
}
