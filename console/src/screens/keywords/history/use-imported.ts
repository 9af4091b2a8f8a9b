import { useMemo } from 'react';
import { getRankings } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { toLayerOf, type Series, type Tracked } from './history.ts';
import { toImportedLayer, toSeamNote, type ImportedLayer } from './imported.ts';

const NOTHING = toImportedLayer([], [], []);

/** What other trackers knew of a keyword, and the seam to its own checks, which says both places of the first one. */
export function useImported(
  tracked: Tracked,
  own: Series | undefined,
): { readonly imported: ImportedLayer; readonly seamNotes: readonly ChartNote[] } {
  const projectId = useProjectId();
  const { keywordId } = tracked;
  const imported = useMemo(() => (own ? toLayerOf(own, tracked) : NOTHING), [own, tracked]);
  const { seam } = imported;
  const { data } = useAnswer(
    getRankings,
    { query: { project_id: projectId, keyword_id: keywordId, relationship: 'MINE' as const, start_date: seam, end_date: seam, limit: 1 } },
    { isWanted: seam !== undefined },
  );
  const first = data?.rankings[0];
  const seamNotes = useMemo(() => (seam === undefined ? [] : [toSeamNote(seam, imported, first)]), [seam, imported, first]);
  return { imported, seamNotes };
}
