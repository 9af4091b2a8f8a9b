import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { Enrichment, ResearchRun } from '../runs/research-run.ts';
import { listPages } from '../site/store/pages.ts';
import { enrichPages } from './enrich-pages.ts';

export interface EnrichSiteOptions {
  readonly run: Pick<ResearchRun, 'id' | 'host'>;
  readonly scope: SpendScope;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Says what the site of a run is, by the pages that `readSite` kept. What is paid for is kept too, so that a repeat asks
 * nothing twice.
 */
export async function enrichSite(
  ctx: Pick<AppContext, 'llm' | 'postgres'>,
  { run, scope, signal }: EnrichSiteOptions,
): Promise<Enrichment> {
  const pages = await listPages(ctx.postgres, run.id);
  return await enrichPages(ctx, { pages, host: run.host, scope, signal });
}
