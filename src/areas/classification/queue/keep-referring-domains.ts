import { hostMatches } from '#areas/domains/index.ts';
import type { AppContext } from '#context';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { SpendScope } from '#providers/metering.ts';
import { COST_THRESHOLDS } from '../engine/stage.ts';
import { announce } from '../records/announce.ts';
import { storeReferringDomains } from '../records/store-classified.ts';
import { findTarget, listReferringItems } from '../records/store/referring-domains.ts';
import { toReferringLabels } from '../records/to-labels.ts';
import { loadClassifyDomains } from './load-verbs.ts';

interface ReferringOrder {
  readonly domainId: number;
  /** As they are stored, none twice. */
  readonly names: readonly string[];
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

interface KeptReferring {
  readonly total: number;
  readonly classified: number;
  readonly needs_review: number;
}

/** Classifies domains that link to a target by the free stages, and writes what they are: two reads and one transaction. */
export async function keepReferringDomains(ctx: AppContext, { domainId, names, scope, signal }: ReferringOrder): Promise<KeptReferring> {
  const [target, items] = await Promise.all([findTarget(ctx.postgres, domainId), listReferringItems(ctx.postgres, domainId, names)]);
  if (target === undefined || items.length === 0) return { total: 0, classified: 0, needs_review: 0 };
  const classifyDomains = await loadClassifyDomains();
  const options = { thresholds: COST_THRESHOLDS, skipFetch: true, skipLlm: true, scope, signal };
  const domains = await classifyDomains(ctx, items, options);
  const own = toRegistrableDomain(target);
  const labels = domains.map((domain) => toReferringLabels(domain, hostMatches(domain.subject, own)));
  await ctx.postgres.transaction((tx) => storeReferringDomains(ctx, tx, { domainId, domains, labels }));
  announce(ctx, 'domain', domains);
  return {
    total: domains.length,
    classified: domains.filter(({ source }) => source !== 'failed').length,
    needs_review: domains.filter(({ needsReview }) => needsReview).length,
  };
}
