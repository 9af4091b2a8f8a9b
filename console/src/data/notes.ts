import { useMemo } from 'react';
import { getAnnotations, getEngineUpdates, type Annotation, type EngineUpdate } from '#client';
import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { useAnswer } from './answers/answers.ts';
import { toAnnotationMark, toUpdateMark } from './note-marks.ts';

const NOTES_MAX = 1000;

interface NotesQuestion {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly keywordId?: string;
}

/** What happened on some days: what people noted, what the engine announced, and where Google counted wrongly. */
export interface Notes {
  readonly annotations: readonly Annotation[];
  readonly updates: readonly EngineUpdate[];
  /** Where the engine publishes its updates. */
  readonly source: string | undefined;
  /** All of it as charts draw it. */
  readonly marks: readonly ChartNote[];
}

/** Annotations and updates of the engine. None while they are on their way. */
export function useNotes({ projectId, from, to, keywordId }: NotesQuestion): Notes {
  const isWanted = projectId !== '';
  const noted = useAnswer(
    getAnnotations,
    { query: { project_id: projectId, from, to, limit: NOTES_MAX, ...(keywordId && { keyword_id: keywordId }) } },
    { isWanted },
  );
  const announced = useAnswer(getEngineUpdates, { query: { from, to } }, { isWanted });
  return useMemo(() => {
    const annotations = noted.data?.annotations ?? [];
    const updates = announced.data?.updates ?? [];
    return {
      annotations,
      updates,
      source: announced.data?.source,
      marks: [
        ...annotations.map((one) => ({ ...toAnnotationMark(one.id, one), isFixed: one.source !== null })),
        ...updates.map(toUpdateMark),
      ],
    };
  }, [noted.data, announced.data]);
}
