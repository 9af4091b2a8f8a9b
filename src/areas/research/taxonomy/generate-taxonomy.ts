import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import type { SpendScope } from '#providers/metering.ts';
import { enrichPages, type EnrichContext } from '../enrichment/enrich-pages.ts';
import { estimateSiteEnrichment } from '../enrichment/estimate-enrichment.ts';
import { makeNoShelf } from '../site/analyze-site.ts';
import { readSitePages } from '../site/read-pages.ts';
import type { TaxonomyCategory } from './category.ts';
import { ensureTaxonomy } from './ensure-taxonomy.ts';

export type TaxonomyContext = EnrichContext & Pick<RequestContext, 'pageFetch' | 'caller' | 'requestId' | 'signal'>;

export interface GenerateInput {
  readonly projectId: string;
  /** Normalized. */
  readonly url: string;
  readonly host: string;
}

export interface GeneratedTaxonomy {
  /** What the site is about, the likeliest first. Their parents are stored as well. */
  readonly categories: readonly TaxonomyCategory[];
  /** What took no part, and why. */
  readonly notes: readonly string[];
  /** USD. */
  readonly costUsd: number;
}

/**
 * Reads a site, finds the categories of the provider's tree that it is about, and stores them for a project.
 * @throws AppError `Project not found`, `Project is archived`; UnreadableSiteError when the start page says nothing of a site
 */
export async function generateTaxonomy(ctx: TaxonomyContext, { projectId, url, host }: GenerateInput): Promise<GeneratedTaxonomy> {
  const { organizationId } = await getOpenProject(ctx, projectId);
  const { caller, clock, requestId: runId, signal } = ctx;
  const scope: SpendScope = { source: 'api', projectId, runId, workflowType: 'generate-taxonomy', ...causeOf(caller) };
  const { pages } = await readSitePages(ctx, { url, signal, isLastTry: true }, makeNoShelf());
  const { enrichment, costUsd } = await enrichPages(ctx, { pages, host, organizationId, scope, signal });
  const categories = await ctx.postgres.transaction((tx) => ensureTaxonomy({ tx, clock }, projectId, enrichment.categories));
  return { categories, notes: enrichment.notes, costUsd };
}

/**
 * What `generateTaxonomy` costs at most.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateTaxonomy(ctx: TaxonomyContext, { projectId }: GenerateInput): Promise<Estimate> {
  await getOpenProject(ctx, projectId);
  return estimateSiteEnrichment(ctx);
}

async function getOpenProject(ctx: TaxonomyContext, projectId: string) {
  const project = await getProject(ctx, projectId);
  assertNotArchived(project);
  return project;
}
