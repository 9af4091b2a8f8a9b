import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { listSeedCategories, listSeeds } from '../plan/seeds.ts';

/** @example splitName('brightledger') // ['bright', 'ledger'] */
export type SplitName = (label: string) => readonly string[];

/** In stores a name is followed by what the app is: "Pacemaker Pro: Run Tracker". */
const SUBTITLE = /\s*[:|–—]\s*|\s+-\s+/u;

/**
 * The names that make a keyword a brand keyword: the confirmed apps, what the site calls itself and what it sells, and
 * the name of its domain as people write it: `acme-tools.com` is searched for as "acme-tools.com", "acme tools" and
 * "acmetools". Words of the site's own field are no name, also where the domain is made of them: for runningshoes.com
 * "running shoes" is a keyword like any other.
 */
export function listBrandNames(order: Pick<HarvestOrder, 'host' | 'confirmation' | 'enrichment'>, splitName: SplitName): string[] {
  const field = listFieldWords(order);
  const isName = (name: string): boolean => !toWords(name).every((word) => field.has(word));
  const domain = toRegistrableDomain(order.host);
  const label = domain.split('.')[0] ?? '';
  const { appNames } = order.confirmation;
  const shortNames = appNames.map((name) => name.split(SUBTITLE, 1)[0] ?? '');
  const read = [label.replaceAll('-', ' '), splitName(label).join(' '), ...shortNames, ...order.enrichment.brandNames].filter(isName);
  const names = [...appNames, domain, label, label.replaceAll('-', ''), ...read];
  return [...new Set(names.map((name) => name.trim().toLowerCase()))].filter((name) => name !== '').toSorted();
}

function listFieldWords(order: Pick<HarvestOrder, 'confirmation' | 'enrichment'>): ReadonlySet<string> {
  const categories = listSeedCategories(order).map(({ path, name }) => `${path} ${name}`);
  return new Set([...categories, ...listSeeds(order)].flatMap(toWords));
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
