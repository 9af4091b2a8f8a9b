import { getVisibleDomain, type DomainReader } from '../get-visible-domain.ts';
import { countReferring, selectReferring, type ReferringPage, type ReferringRecord } from '../store/referring-lists.ts';

export interface ReferringList {
  readonly domain: { readonly id: number; readonly domain: string };
  readonly referring: readonly ReferringRecord[];
  readonly total: number;
}

/**
 * What is stored of the domains that link to a target, the highest rank first (specification 4.6).
 * @throws AppError `Domain not found`
 */
export async function listReferringDomains(
  ctx: DomainReader,
  { target, ...page }: Omit<ReferringPage, 'domainId'> & { readonly target: string },
): Promise<ReferringList> {
  const domain = await getVisibleDomain(ctx, target);
  const filter = { ...page, domainId: domain.id };
  const [referring, total] = await Promise.all([selectReferring(ctx.postgres, filter), countReferring(ctx.postgres, filter)]);
  return { domain, referring, total };
}
