import type { AnswerBrand } from '../brands/brand.ts';
import type { Sides } from './analytics.ts';

export const SITE_OWNERS = ['own', 'competitor', 'other'] as const;
export type SiteOwner = (typeof SITE_OWNERS)[number];

/** The brands of a project as both sides of an answer: us, and rivals. */
export function toSides(brands: readonly AnswerBrand[]): Sides {
  const own = brands.filter(({ role }) => role === 'own');
  const rivals = brands.filter(({ role }) => role !== 'own');
  return {
    ownIds: own.map(({ id }) => id),
    rivalIds: rivals.map(({ id }) => id),
    ownDomains: own.flatMap(({ domains }) => domains),
    rivalDomains: rivals.flatMap(({ domains }) => domains),
  };
}

/** Whose site a host is, sub-domains included. */
export function toOwnerOf({ ownDomains, rivalDomains }: Sides, host: string): SiteOwner {
  const isOf = (domains: readonly string[]): boolean => domains.some((known) => host === known || host.endsWith(`.${known}`));
  return isOf(ownDomains) ? 'own' : isOf(rivalDomains) ? 'competitor' : 'other';
}
