import { hashText, pick } from '../hashing.ts';
import { toTitle } from '../world/names.ts';
import type { BusinessType } from '../world/topics.ts';
import { toJsonLd } from './html.ts';
import { chance, type SitePlan } from './site-plan.ts';

/** What home pages declare themselves to be, where they declare anything; often that says little. */
const TYPES: Readonly<Record<BusinessType, string>> = {
  saas: 'SoftwareApplication WebApplication Organization WebSite',
  ecommerce: 'Store OnlineStore Product Organization WebSite',
  local: 'LocalBusiness LocalBusiness Organization WebSite',
  service: 'ProfessionalService Organization Organization WebSite',
  marketplace: 'WebSite WebSite Organization',
  game: 'VideoGame VideoGame MobileApplication WebSite',
  content: 'Blog NewsMediaOrganization WebSite Organization Article',
};
const SHARE = 50;

/** The structured data of a home page, empty on every other site. */
export function structuredDataOf({ site, talk }: SitePlan): string {
  if (chance(site, 'structured data') >= SHARE) return '';
  const type = pick(TYPES[site.businessType].split(' '), hashText('schema', site.hash));
  const url = `https://${site.host}/`;
  return toJsonLd({ '@type': type, name: talk.name, url, ...DETAILS[type]?.({ site, talk }) });
}

const DETAILS: Readonly<Record<string, (of: Pick<SitePlan, 'site' | 'talk'>) => object>> = {
  SoftwareApplication: () => ({ operatingSystem: 'Web', offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' } }),
  Product: ({ talk }) => ({ name: toTitle(talk.subject), brand: talk.name, offers: { '@type': 'Offer', availability: 'InStock' } }),
  LocalBusiness: ({ talk }) => ({
    telephone: talk.phone,
    address: { '@type': 'PostalAddress', streetAddress: talk.street, addressLocality: talk.city },
    openingHours: 'Mo-Fr 08:00-18:00',
  }),
  ProfessionalService: ({ talk }) => ({ telephone: talk.phone, areaServed: talk.city }),
  VideoGame: ({ talk }) => ({ genre: toTitle(talk.subject), gamePlatform: ['iOS', 'Android'] }),
  WebSite: ({ site }) => ({ potentialAction: { '@type': 'SearchAction', target: `https://${site.host}/search?q={q}` } }),
  Article: ({ talk }) => ({ headline: toTitle(talk.subject), datePublished: '2026-09-02' }),
};
