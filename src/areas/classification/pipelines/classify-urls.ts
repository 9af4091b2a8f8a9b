import type { AppContext } from '#context';
import type { CacheLimits } from './stages/cache-stage.ts';
import { classifyDomains } from './classify-domains.ts';
import { classifyItems } from './classify-items.ts';
import type { Classified } from './classified.ts';
import type { ClassifyOptions } from './options.ts';
import { makeUrlPipeline } from './url-pipeline.ts';
import type { UrlItem } from './items.ts';

export interface ClassifiedUrls {
  /** In the order of the items. */
  readonly urls: readonly Classified[];
  /** What their hosts are, each once. */
  readonly domains: readonly Classified[];
}

/**
 * What pages are. Their hosts come first, by the same stages: a page is not judged before its domain. A language
 * model that is forced, and a cache that is passed over, are so for the pages only. Nothing is stored.
 */
export async function classifyUrls(ctx: AppContext, items: readonly UrlItem[], options: ClassifyOptions): Promise<ClassifiedUrls> {
  const hosts = [...new Set(items.map(({ host }) => host))].map((host) => ({ host }));
  const domains = await classifyDomains(ctx, hosts, { ...options, forceLlm: false, askedAt: undefined });
  const byHost = new Map(domains.map((domain) => [domain.subject, domain]));
  const makePipeline = (limits: CacheLimits) => makeUrlPipeline({ ...limits, domains: byHost });
  return { urls: await classifyItems(ctx, { makePipeline, toSubject: ({ url }) => url }, { items, options }), domains };
}
