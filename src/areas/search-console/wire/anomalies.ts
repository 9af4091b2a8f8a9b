import { z } from 'zod';
import { dayParam } from '#http/fields.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import { ANOMALIES_KNOWN_UNTIL, METRICS, type Anomaly, type Span, type Warning } from '../anomalies.ts';

export const AnomaliesQuery = z.object({
  from: dayParam().optional().meta({ description: 'First Pacific day' }),
  to: dayParam().optional(),
  compare_from: dayParam().optional().meta({ description: 'First day of the span that is compared with; needs `compare_to`' }),
  compare_to: dayParam().optional(),
});

const MetricBody = z.enum(METRICS);

export const AnomalyBody = z
  .object({
    date: z.string().meta({ description: 'The first day, in Pacific time' }),
    end_date: z.string().meta({ description: 'The last day' }),
    metrics: z.array(MetricBody).max(METRICS.length).meta({ description: 'What is counted wrongly; the others are right' }),
    name: z.string(),
    reason: z.string(),
    source: z.string().meta({ description: 'Where Google lists what it counted wrongly' }),
  })
  .meta({ id: 'SearchConsoleAnomaly' });

export const AnomaliesResponse = z.object({
  success: z.boolean(),
  known_until: z.string(),
  anomalies: z.array(AnomalyBody),
  spoiled: z
    .array(MetricBody)
    .max(METRICS.length)
    .meta({ description: 'Figures of the spans that must not be taken as they are, or compared' }),
});

/** @throws AppError `invalid` for a span that ends before it begins, or that has one end */
export function toSpans(query: z.output<typeof AnomaliesQuery>): Span[] {
  const { from, to, compare_from: compareFrom, compare_to: compareTo } = query;
  const problems: FieldProblem[] = [];
  if (from !== undefined && to !== undefined && to < from) problems.push({ path: 'to', message: 'must not be before `from`' });
  if ((compareFrom === undefined) !== (compareTo === undefined))
    problems.push({ path: compareFrom === undefined ? 'compare_from' : 'compare_to', message: 'is needed with the other end' });
  else if (compareFrom !== undefined && compareTo !== undefined && compareTo < compareFrom)
    problems.push({ path: 'compare_to', message: 'must not be before `compare_from`' });
  if (problems.length > 0) throw invalid(problems);
  return [{ from, to }, ...(compareFrom === undefined ? [] : [{ from: compareFrom, to: compareTo }])];
}

export function toAnomaliesBody(anomalies: readonly Anomaly[], warnings: readonly Warning[]): z.input<typeof AnomaliesResponse> {
  return {
    success: true,
    known_until: ANOMALIES_KNOWN_UNTIL,
    anomalies: anomalies.map(toAnomalyBody),
    spoiled: warnings.map(({ metric }) => metric),
  };
}

export function toAnomalyBody({ from, to, metrics, ...anomaly }: Anomaly): z.input<typeof AnomalyBody> {
  return { ...anomaly, metrics: [...metrics], date: from, end_date: to };
}
