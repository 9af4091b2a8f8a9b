import { getAnnotations, type Annotation } from '../../../clients/typescript/src/index.ts';
import type { ChartNote } from '../ui/chart/spec.ts';
import { useAnswer } from './answers.ts';

const NOTES_MAX = 1000;

interface NotesQuestion {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly keywordId?: string;
}

/** Annotations of some days, in the form that charts draw. None while they are on their way. */
export function useNotes({ projectId, from, to, keywordId }: NotesQuestion): readonly Annotation[] {
  const { data } = useAnswer(
    getAnnotations,
    { query: { project_id: projectId, from, to, limit: NOTES_MAX, ...(keywordId && { keyword_id: keywordId }) } },
    { isWanted: projectId !== '' },
  );
  return data?.annotations ?? NONE;
}

const NONE: readonly Annotation[] = [];

/** Annotations as charts draw them. */
export function toChartNotes(annotations: readonly Annotation[]): ChartNote[] {
  return annotations.map(({ id, date, end_date: end, text, kind }) => ({
    id,
    from: date,
    to: end ?? date,
    text: `${text} (${kind.replaceAll('_', ' ')})`,
  }));
}
