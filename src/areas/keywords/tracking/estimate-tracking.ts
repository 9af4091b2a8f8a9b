import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { CHECKS_A_MONTH, toSerpRequest } from './check-price.ts';
import { estimateEnrichment } from '../metrics/estimate-enrichment.ts';
import { toKeyText } from '../keyword.ts';
import { listTracked } from './store/tracking.ts';
import { isCheckedAtOnce, listBulkProjects, resolveEntries, type TrackEntry } from './track-keywords.ts';

/**
 * What tracking the keywords would cost, without doing it. Keywords
 * that are tracked already cost nothing more; checks shared with other projects cost once, so that the month
 * is the most that it can cost.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateTracking(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData' | 'config'>,
  entries: readonly TrackEntry[],
): Promise<Estimate> {
  const { rows, projects } = await resolveEntries(ctx, entries);
  const known = await listTracked(ctx.postgres, rows);
  const begun = rows.filter((row) => (known.get(toKeyText(row))?.status ?? 'untracked') === 'untracked');
  const bulk = listBulkProjects(rows, projects);
  const priced = begun.map((row) => {
    const request = toSerpRequest({ ...row, loadsOverview: projects.get(row.projectId)?.settings.loadsAiOverviews });
    const queuedUsd = ctx.searchData.estimateQueuedSerpUsd(request, 'normal');
    return {
      isNow: isCheckedAtOnce(row, projects),
      firstUsd: bulk.has(row.projectId) ? queuedUsd : ctx.searchData.estimateSerpUsd(request),
      monthlyUsd: queuedUsd * CHECKS_A_MONTH[row.checkInterval],
    };
  });
  const now = priced.filter((price) => price.isNow);
  const enrichment = await estimateEnrichment(ctx, begun);
  return {
    calls: now.length + enrichment.calls,
    costUsd: sumUsd([enrichment.costUsd, ...now.map((price) => price.firstUsd)]),
    monthlyCostUsd: sumUsd([enrichment.monthlyCostUsd, ...priced.map((price) => price.monthlyUsd)]),
  };
}
