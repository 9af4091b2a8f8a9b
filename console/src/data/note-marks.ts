import type { EngineUpdate, SharedAnnotation } from '#client';
import type { ChartNote } from '#ui/charts/chart/spec.ts';

/** An annotation as charts draw it. */
export function toAnnotationMark(id: string, { date, end_date: end, text, kind }: SharedAnnotation): ChartNote {
  return { id, from: date, to: end ?? date, text: kind === 'other' ? text : `${text} (${kind.replaceAll('_', ' ')})` };
}

/** An announced update of the search engine as charts draw it. */
export function toUpdateMark({ name, date, end_date: end }: EngineUpdate): ChartNote {
  return { id: name, from: date, to: end, text: `${name} of the search engine`, isFixed: true };
}
