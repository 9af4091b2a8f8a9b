import { getVisibleDomain, type DomainReader } from '../records/get-visible-domain.ts';
import { listFetches, type DomainFetch } from '../onboarding/store/fetches.ts';
import { referringList, type ReferringPage, type ReferringRecord } from './store/referring-domains.ts';

export interface ReferringList {
  readonly domain: { readonly id: number; readonly domain: string };
  readonly referring: readonly ReferringRecord[];
  readonly total: number;
  /** The fetch of an onboarding; null: there was none. */
  readonly fetch: DomainFetch | null;
}

/**
 * What is stored of the domains that link to a target, the highest rank first.
 * @throws AppError `Domain not found`
 */
export async function listReferringDomains(
  ctx: DomainReader,
  { target, ...page }: Omit<ReferringPage, 'domainId'> & { readonly target: string },
): Promise<ReferringList> {
  const domain = await getVisibleDomain(ctx, target);
  const filter = { ...page, domainId: domain.id };
  const [{ rows: referring, total }, fetches] = await Promise.all([
    referringList.read(ctx.postgres, filter, filter),
    listFetches(ctx.postgres, domain.id),
  ]);
  return { domain, referring, total, fetch: fetches.find(({ part }) => part === 'referring_domains') ?? null };
}
