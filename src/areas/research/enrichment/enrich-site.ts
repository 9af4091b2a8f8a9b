import type { SpendScope } from '#providers/metering.ts';
import type { Enrichment, ResearchRun } from '../runs/research-run.ts';
import type { RunOptions } from '../runs/run-record.ts';
import { listSitePages } from '../site/store/pages.ts';
import { enrichPages, type EnrichContext } from './enrich-pages.ts';

export interface EnrichSiteOptions {
  readonly run: Pick<ResearchRun, 'id' | 'host' | 'organizationId'> & { readonly options?: RunOptions };
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/**
 * Says what the site of a run is, by the pages that `readSite` kept. What is paid for is kept too, so that a repeat asks
 * nothing twice.
 */
export async function enrichSite(ctx: EnrichContext, { run, scope, signal }: EnrichSiteOptions): Promise<Enrichment> {
  const { id, host, organizationId, options } = run;
  const pages = await listSitePages(ctx.postgres, id);
  const { locationCode, languageCode } = options ?? {};
  const { enrichment } = await enrichPages(ctx, { pages, host, locationCode, languageCode, organizationId, scope, signal, runId: id });
  return enrichment;
}
