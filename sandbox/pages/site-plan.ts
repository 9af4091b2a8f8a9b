import { hashText, mix, pick } from '../hashing.ts';
import { mainPathOf } from '../serp/texts.ts';
import type { Business } from '../world/businesses.ts';
import type { World } from '../world/index.ts';
import { toSlug } from '../world/names.ts';
import { findPlace } from '../world/places.ts';
import { SAMPLE_TOPICS } from '../world/sample-topics.ts';
import { languageOf, type Home, type Site } from '../world/sites.ts';
import { SITE_PAGES, type SitePage } from './site-pages.ts';
import { say, type Book, type Talk } from './wording.ts';

/** What a site shows of itself: drawn from its name, so always the same. */
export interface SitePlan {
  readonly site: Site;
  readonly talk: Talk;
  /** Subjects that it has pages about. */
  readonly subjects: readonly string[];
  /** Pages that its navigation offers. */
  readonly pages: readonly SitePage[];
  /** What it also does, beside its business. */
  readonly asides: readonly string[];
  /** Says as little as it can. */
  readonly isTerse: boolean;
}

/** What sites of a kind also do: what makes them look like another kind. */
const ASIDES: Readonly<Record<Site['businessType'], string>> = {
  saas: 'addons blog advice',
  ecommerce: 'blog visit tool',
  local: 'shop prices blog',
  service: 'prices blog tool',
  marketplace: 'blog shop community',
  game: 'shop blog community',
  content: 'shop tool community prices',
};
const ASIDE_SHARE = 45;
const SECOND_ASIDE_SHARE = 15;
const TERSE_SHARE = 15;
const COUNTRY_CODES: Readonly<Partial<Record<Home, number>>> = { us: 2840, uk: 2826, de: 2276 };
const DIALS: Readonly<Record<Home, string>> = { world: '+1 512', us: '+1 512', uk: '+44 20', de: '+49 30', fr: '+33 1', es: '+34 91' };

/** 0 to 99: whether a site has something. */
export function chance(site: Site, of: string): number {
  return hashText(of, site.hash) % 100;
}

export function planSite(world: World, site: Site): SitePlan {
  const subjects = subjectsOf(world, site);
  const type = site.businessType;
  const asides = ASIDES[type].split(' ');
  const first = hashText('aside', site.hash) % asides.length;
  const count = chance(site, 'asides') < SECOND_ASIDE_SHARE ? 2 : chance(site, 'asides') < ASIDE_SHARE ? 1 : 0;
  return {
    site,
    talk: talkOf(world, site, subjects),
    subjects,
    pages: SITE_PAGES.filter(({ name, shares }) => chance(site, `page ${name}`) < shares[type]),
    asides: Array.from({ length: count }, (_none, place) => asides[(first + place) % asides.length] ?? ''),
    isTerse: chance(site, 'terse') < TERSE_SHARE,
  };
}

/** What a site writes about; a site without a topic has one for its home page only. */
export function subjectsOf(world: World, site: Site): readonly string[] {
  const topic = site.topic ?? world.topics[site.hash % world.topics.length];
  return topic?.subjects[languageOf(site)] ?? [];
}

/** The page of a site that serves a subject. */
export function pathOfSubject(site: Site, subject: string): string {
  return mainPathOf(site, toSlug(subject));
}

/** An amount as the site writes it. */
export function priceOf({ home }: Site, hash: number): string {
  const amount = 9 + (hash % 190);
  if (home === 'uk') return `£${amount}`;
  return languageOf({ home }) === 'en' ? `$${amount}` : `${amount} €`;
}

/** Subjects that are not another one with an addition. */
function headsOf(subjects: readonly string[]): string[] {
  return subjects.filter((subject) => !subjects.some((other) => subject.startsWith(`${other} `)));
}

function talkOf(world: World, site: Site, subjects: readonly string[]): Talk {
  const heads = headsOf(subjects);
  const first = chance(site, 'first subject') < 70 ? 0 : hashText('head', site.hash) % heads.length;
  const language = languageOf(site);
  const isSample = site.topic === undefined || SAMPLE_TOPICS.includes(site.topic.id);
  const book: Book = language === 'en' && !isSample ? 'en-unseen' : language;
  const business = findBusiness(world, site);
  const nowhere = { language, book, name: site.name, subject: '', other: '', city: '', street: '', phone: '', price: '' };
  return {
    language,
    book,
    name: site.name,
    subject: heads[first] ?? site.name,
    other: pick(heads, first + 1 + (site.hash % Math.max(1, heads.length - 1))),
    city: business?.city.shortName ?? say(nowhere, 'city', mix(site.hash, 3)),
    street: business?.street ?? say(nowhere, 'street', mix(site.hash, 4)),
    phone: business?.phone ?? `${DIALS[site.home]} 555 ${String(mix(site.hash, 5) % 10_000).padStart(4, '0')}`,
    price: priceOf(site, mix(site.hash, 6)),
  };
}

/** Its place on the map. */
function findBusiness(world: World, { topic, home, host }: Site): Business | undefined {
  const code = COUNTRY_CODES[home];
  const place = code === undefined ? undefined : findPlace(code);
  if (topic === undefined || place === undefined) return undefined;
  return world.businesses.list(topic, place).find((business) => business.host === host);
}
