import { toGroups } from '#kernel/lists.ts';
import { toSurfaceKind } from '#providers/search-data/index.ts';
import type { WaitingSample } from '../store/slots.ts';

/** Samples that one workflow asks: their answers are for the same projects, which share each price. */
export interface AskGroup {
  readonly projectIds: readonly string[];
  readonly sampleIds: readonly string[];
}

/** As many answers as one workflow waits for. */
const ANSWERS_MAX = 1_000;

/** What one answer serves: the same prompt, place, surface and slot, in one organization or in all. */
function toShareKey(sample: WaitingSample, isSharedByAll: boolean): string {
  const { textHash, surface, locationCode, languageCode, period, slot, organizationId } = sample;
  return [textHash, surface, locationCode, languageCode, period, slot, isSharedByAll ? '' : organizationId].join(' ');
}

/**
 * Puts samples together that one answer serves, and those for the same projects into one workflow; models that are asked live do not wait
 * for the queue, so they have workflows of their own. Within a project no two samples share
 * an answer: they are of different slots.
 */
export function groupSamples(samples: readonly WaitingSample[], isSharedByAll: boolean): AskGroup[] {
  const answers = [...Map.groupBy(samples, (sample) => toShareKey(sample, isSharedByAll)).values()];
  const byProjects = Map.groupBy(answers, (shared) =>
    [toSurfaceKind(shared[0]?.surface ?? ''), ...[...new Set(shared.map(({ projectId }) => projectId))].toSorted()].join(' '),
  );
  return [...byProjects].flatMap(([key, group]) =>
    toGroups(group, ANSWERS_MAX).map((part) => ({ projectIds: key.split(' ').slice(1), sampleIds: part.flat().map(({ id }) => id) })),
  );
}
