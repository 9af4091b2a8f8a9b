import { mix, noise, unit } from '../hashing.ts';
import type { Site } from './sites.ts';

/** The link profile of a domain on a day. */
export interface DomainRecord {
  readonly backlinks: number;
  readonly referringDomains: number;
  /** 0 to 1,000. */
  readonly rank: number;
}

const GROWTH_PER_DAY = 0.0004;

/** Backlinks grow slowly and wobble; the rank follows the referring domains. */
export function measureDomain(site: Site, day: number): DomainRecord {
  const growth = 1 + GROWTH_PER_DAY * (0.3 + unit(mix(site.hash, 201))) * (day - 20_000) + 0.01 * noise(site.hash, day / 9);
  const referringDomains = Math.max(1, Math.round(10 ** (0.8 + 3.9 * site.strength) * Math.max(0.2, growth)));
  return {
    backlinks: Math.round(referringDomains * (2 + 18 * unit(mix(site.hash, 203)))),
    referringDomains,
    rank: Math.min(1_000, Math.round(190 * Math.log10(referringDomains) + 60 * unit(mix(site.hash, 205)))),
  };
}
