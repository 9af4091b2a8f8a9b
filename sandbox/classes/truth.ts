import type { World } from '../world/index.ts';
import type { Intent } from '../world/modifiers.ts';
import { languageOf, type Site, type SiteRole } from '../world/sites.ts';
import { findPageKind } from './page-kinds.ts';
import { findLinkingSite } from './site-classes.ts';
import { normalizeKeyword } from '#kernel/text.ts';

/** What is true of a domain, an address or a keyword, by dimension (docs/classification.md). */
export type Labels = Readonly<Record<string, unknown>>;

/** Domain type (backlink view) and property type of the sites of the world, by role. */
const ROLES: Readonly<Record<SiteRole, readonly [domainType: string, propertyType: string]>> = {
  saas: ['saas', 'saas_product'],
  ecommerce: ['ecommerce', 'ecommerce_store'],
  local: ['other', 'service_business'],
  content: ['blog', 'blog_content_site'],
  service: ['other', 'service_business'],
  marketplace: ['ecommerce', 'online_marketplace'],
  game: ['other', 'gaming'],
  reference: ['wiki', 'wiki_reference'],
  forum: ['forum', 'forum_community_board'],
  video: ['social', 'video_platform'],
  news: ['news', 'news_publisher'],
  reviews: ['affiliate', 'affiliate_content'],
  institution: ['other', 'nonprofit_organization'],
};
/** Topics of services that are a property type of their own. */
const TOPICS: Readonly<Record<string, readonly [domainType: string, propertyType: string]>> = {
  accounting: ['other', 'financial_service'],
  insurance: ['other', 'financial_service'],
  'web-agency': ['agency', 'marketing_agency'],
  dentist: ['other', 'health_service'],
  veterinarian: ['other', 'health_service'],
  pizza: ['other', 'hospitality'],
};
/** In what form pages come that are neither texts nor lists. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  category_page: 'list',
  signup_page: 'form',
  login_page: 'form',
  contact_page: 'form',
  video_page: 'video',
  gallery_page: 'image',
  image: 'image',
  pdf: 'document',
  feed: 'data',
};
/** A site that scripts fill is what it would be without them. */
const SCRIPTED = /^client\./u;
/** How links from such domains come about. */
const TACTICS: Readonly<Record<string, string>> = {
  news: 'pr',
  affiliate: 'affiliate',
  forum: 'ugc',
  social: 'ugc',
  wiki: 'ugc',
  ecommerce: 'marketplace',
};
const JOURNEYS: Readonly<Record<Intent, string>> = {
  informational: 'awareness',
  commercial: 'consideration',
  transactional: 'decision',
  navigational: 'retention',
};
const MODIFIERS: readonly (readonly [modifier: string, words: RegExp])[] = [
  ['price', /\b(price|pricing|cost|cheap|affordable|preis|kosten|günstig)\b/u],
  ['discount', /\b(sale|deals?|coupon|angebote?)\b/u],
  ['free', /\b(free|kostenlos)\b/u],
  ['buy', /\b(buy|hire|order|kaufen|bestellen)\b/u],
  ['best', /\b(best|beste|top \d+)\b/u],
  ['review', /\b(reviews?|ratings|test|erfahrungen)\b/u],
  ['comparison', /\b(comparison|versus|vs|vergleich)\b/u],
  ['alternative', /\balternatives?\b/u],
  ['local', /near me|in der nähe|\b(london|chicago|austin|manchester|berlin|hamburg|münchen)\b/u],
  ['question', /^(how|what|why|when|who|is|are|was|wie|warum)\b/u],
  ['how_to', /\b(how to|step by step|guide|anleitung)\b/u],
  ['download', /\bdownload\b/u],
  ['login', /\b(login|log in|sign in|anmelden)\b/u],
];

/** @returns `undefined` for a host that is no site of the world */
export function trueLabelsOfDomain(world: World, domain: string): Labels | undefined {
  const host = domain.trim().toLowerCase();
  const site = world.findSite(host);
  if (site !== undefined) return ofSite(site);
  const linking = findLinkingSite(host) ?? findLinkingSite(host.replace(SCRIPTED, ''));
  if (linking === undefined) return undefined;
  const { tier1Type, domainType, propertyType, language } = linking.class;
  const isDead = propertyType === 'dead';
  return {
    domain: host,
    tier1_type: tier1Type,
    domain_type: domainType,
    property_type: isDead ? 'parked_domain' : propertyType,
    language,
    is_available: !isDead,
  };
}

function ofSite(site: Site): Labels {
  const { domain, tier1Type, role, topic } = site;
  const [domainType, propertyType] = (role === 'content' ? undefined : TOPICS[topic?.id ?? '']) ?? ROLES[role];
  const labels = { domain, tier1_type: tier1Type, domain_type: domainType, property_type: propertyType };
  return { ...labels, language: languageOf(site), is_available: true };
}

/** The labels of the page and of its site. */
export function trueLabelsOfUrl(world: World, address: string): Labels | undefined {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  const site = url === null ? undefined : trueLabelsOfDomain(world, url.hostname);
  if (url === null || site === undefined) return undefined;
  const kind = site['property_type'] === 'parked_domain' ? findPageKind('/parked') : findPageKind(url.pathname);
  const { pageType, pageBucket } = kind ?? { pageType: 'article', pageBucket: 'editorial' };
  const isSpam = pageType === 'spam_page';
  return {
    ...site,
    url: url.href,
    page_type: pageType,
    page_bucket: pageBucket,
    content_type: CONTENT_TYPES[pageType] ?? (pageBucket === 'programmatic' ? 'list' : 'text'),
    tactic_type: isSpam ? 'blackhat' : (TACTICS[String(site['domain_type'])] ?? 'link_building'),
    spam_tier: isSpam ? 'high' : 'clean',
  };
}

/** Who names goods or a trade and no word of choosing wants to buy: the vocabulary of the service says so (`commercial`). */
const CHOOSING: ReadonlySet<string> = new Set(['best', 'review', 'comparison', 'alternative']);

export function trueLabelsOfKeyword(world: World, keyword: string): Labels {
  const { text, intent: ofWorld, brand } = world.keywords.describe(normalizeKeyword(keyword));
  const words = text.split(' ').length;
  const found = MODIFIERS.filter(([, pattern]) => pattern.test(text)).map(([modifier]) => modifier);
  const intent = ofWorld === 'commercial' && !found.some((modifier) => CHOOSING.has(modifier)) ? 'transactional' : ofWorld;
  return {
    keyword: text,
    intent,
    intent_type: intent,
    journey: JOURNEYS[intent],
    query_specificity: words <= 2 ? 'head' : words === 3 ? 'mid' : 'long_tail',
    expertise_level: /beginner|anfänger|^what is|^was ist/u.test(text) ? 'beginner' : 'intermediate',
    branded: brand !== undefined,
    brand: brand?.name ?? null,
    modifiers: brand === undefined ? found : [...found, 'brand'],
  };
}

/** The labels of the first thing that is named; none when there is nothing to know. */
export function findTruth(world: World, subject: { readonly domain?: string; readonly url?: string; readonly keyword?: string }): Labels {
  if (subject.url !== undefined) return trueLabelsOfUrl(world, subject.url) ?? {};
  if (subject.domain !== undefined) return trueLabelsOfDomain(world, subject.domain) ?? {};
  return subject.keyword === undefined ? {} : trueLabelsOfKeyword(world, subject.keyword);
}
