import { useMemo } from 'react';
import { getRankings, getRankingsSeries, type ImportedPoint } from '#client';
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
  rivals: readonly string[],
): { readonly imported: ImportedLayer; readonly seamNotes: readonly ChartNote[] } {
  const projectId = useProjectId();
  const { keywordId } = tracked;
  const past = useRivalPast(keywordId, own, rivals);
  const imported = useMemo(
    () => (own ? toLayerOf(own, tracked, { points: past, domains: rivals }) : NOTHING),
    [own, tracked, past, rivals],
  );
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

/** Points that are answered at once. */
const POINTS_MAX = 5_000;

/** What other trackers knew of competitors; of so many as fit in an answer. */
function useRivalPast(keywordId: string, own: Series | undefined, rivals: readonly string[]): readonly ImportedPoint[] {
  const projectId = useProjectId();
  const { days = [], from = '', to = '' } = own ?? {};
  const domains = rivals.slice(0, Math.floor(POINTS_MAX / Math.max(1, days.length)));
  const { data } = useAnswer(
    getRankingsSeries,
    { query: { project_id: projectId, keyword_ids: [keywordId], from, to, domains, imported: true } },
    { isWanted: own !== undefined && domains.length > 0 },
  );
  return data?.imported ?? NONE;
}

const NONE: readonly ImportedPoint[] = [];
