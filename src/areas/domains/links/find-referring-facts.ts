import type { DomainReader } from '../records/get-visible-domain.ts';
import { listLookedTargets, listReferringFacts, type LookedTarget, type ReferringFact } from './store/referring-facts.ts';

/** What is known of links from some domains to some sites. */
export interface ReferringFacts {
  /** Sites whose referring domains were looked at; of others it is not known who links to them. */
  readonly looked: readonly LookedTarget[];
  readonly links: readonly ReferringFact[];
}

/**
 * Which of some domains link to some sites, by what was fetched of these: it asks nothing outside.
 * @param targets normalized hosts; those that the caller may not see are as if they had not been looked at
 */
export async function findReferringFacts(
  ctx: DomainReader,
  targets: readonly string[],
  sources: readonly string[],
): Promise<ReferringFacts> {
  if (targets.length === 0 || sources.length === 0) return { looked: [], links: [] };
  const [looked, links] = await Promise.all([
    listLookedTargets(ctx.postgres, targets, ctx),
    listReferringFacts(ctx.postgres, { targets, sources }, ctx),
  ]);
  return { looked, links };
}
