import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { getKnownMetrics, type KnownCount } from '../records/known-metrics.ts';
import { countAnchors, listAnchorRecords, type AnchorRecord, type AnchorsPage } from './store/anchors.ts';
import type { DomainFetch } from '../onboarding/store/fetches.ts';

export interface AnchorList {
  readonly domain: { readonly id: number; readonly domain: string };
  readonly anchors: readonly AnchorRecord[];
  readonly total: number;
  /** Live links that are stored, of those that are known to be there. */
  readonly storedBacklinks: number;
  readonly knownBacklinks: KnownCount | undefined;
  /** The fetch that brought them; undefined: there was none. */
  readonly fetch: DomainFetch | undefined;
}

/**
 * The texts of the stored links to a domain, the most frequent first.
 * @throws AppError `Domain not found`
 */
export async function listAnchors(
  ctx: DomainReader,
  { domain: host, ...page }: Omit<AnchorsPage, 'domainId'> & { readonly domain: string },
): Promise<AnchorList> {
  const domain = await getVisibleDomain(ctx, host);
  const [anchors, counted, metrics] = await Promise.all([
    listAnchorRecords(ctx.postgres, { ...page, domainId: domain.id }),
    countAnchors(ctx.postgres, domain.id),
    getKnownMetrics(ctx.postgres, [domain.id]),
  ]);
  const known = metrics.get(domain.id);
  return {
    domain,
    anchors,
    total: counted.anchors,
    storedBacklinks: counted.backlinks,
    knownBacklinks: known?.backlinks,
    fetch: known?.parts.find(({ part }) => part === 'backlinks'),
  };
}
