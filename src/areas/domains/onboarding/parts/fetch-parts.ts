import type { WorkflowContext } from '#context';
import { fetchList } from './fetch-list.ts';
import type { PartFailure } from '../failures.ts';
import { LIST_SOURCES } from './list-sources.ts';
import type { Onboarding } from '../onboarding.ts';
import { LIST_PARTS, type ListPart, type PlannedPart } from './plan-parts.ts';

type PlannedList = PlannedPart & { readonly part: ListPart };

/** Twenty pages, each up to two minutes at the provider's worst, would not fit; they go on where a try was cut off. */
const STEP_TIMEOUT_MS = 600_000;

/**
 * Fetches the lists of a domain: the beginnings of all of them together, in one order, so that a replay
 * numbers their steps alike, and what is left of long ones in further steps one after the other, so that
 * a pause can come between. One that fails does not keep the others from being fetched.
 */
export async function fetchParts(ctx: WorkflowContext, onboarding: Onboarding): Promise<PartFailure[]> {
  const lists = onboarding.parts.flatMap(toList);
  const fetchNext = (planned: PlannedList): Promise<boolean> =>
    ctx.step(LIST_SOURCES[planned.part].step, ({ signal }) => fetchList(ctx, { ...onboarding, planned, signal }), {
      timeoutMs: STEP_TIMEOUT_MS,
    });
  const failures: PartFailure[] = [];
  const open: PlannedList[] = [];
  const begun = await Promise.allSettled(lists.map(fetchNext));
  for (const [at, planned] of lists.entries()) {
    const outcome = begun[at];
    if (outcome?.status === 'rejected') failures.push({ of: planned.part, error: outcome.reason });
    else if (outcome?.value === false) open.push(planned);
  }
  for (const planned of open) {
    try {
      while (!(await fetchNext(planned)));
    } catch (error) {
      failures.push({ of: planned.part, error });
    }
  }
  return failures;
}

/** The lists that are to be fetched. */
function toList(planned: PlannedPart): PlannedList[] {
  const part = LIST_PARTS.find((one) => one === planned.part);
  const isWanted = planned.plan === 'begin' || planned.plan === 'continue';
  return part !== undefined && isWanted ? [{ ...planned, part }] : [];
}
