import { getVisibleDomain, type DomainReader } from '../get-visible-domain.ts';
import { readKnownFigures, type KnownCount } from '../known-figures.ts';
import { countAnchors, selectAnchors, type AnchorRecord, type AnchorsPage } from '../store/anchors.ts';
import type { DomainFetch } from '../store/fetches.ts';

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
 * The texts of the stored links to a domain, the most frequent first (specification 4.6).
 * @throws AppError `Domain not found`
 */
export async function listAnchors(
  ctx: DomainReader,
  { domain: host, ...page }: Omit<AnchorsPage, 'domainId'> & { readonly domain: string },
): Promise<AnchorList> {
  const domain = await getVisibleDomain(ctx, host);
  const [anchors, counted, figures] = await Promise.all([
    selectAnchors(ctx.postgres, { ...page, domainId: domain.id }),
    countAnchors(ctx.postgres, domain.id),
    readKnownFigures(ctx.postgres, [domain.id]),
  ]);
  const known = figures.get(domain.id);
  return {
    domain,
    anchors,
    total: counted.anchors,
    storedBacklinks: counted.backlinks,
    knownBacklinks: known?.backlinks,
    fetch: known?.parts.find(({ part }) => part === 'backlinks'),
  };
}
