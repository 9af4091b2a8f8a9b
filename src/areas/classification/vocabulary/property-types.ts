import { PROPERTY_SYNONYMS } from './property-synonyms.ts';
import type { Channel, MediaType, TacticBucket } from './channels.ts';
import type { DomainType, Tier1Type } from './domain-types.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What follows from a property type when nothing more is known of the domain. */
export interface PropertyType {
  readonly tier1Type: Tier1Type;
  readonly domainType: DomainType;
  readonly channel: Channel;
  readonly channelBucket: TacticBucket;
  readonly mediaType: MediaType;
  readonly definition: string;
}

type Row = readonly [Tier1Type, DomainType, Channel, TacticBucket, MediaType, string];

const ROWS = {
  news_publisher: ['information', 'news', 'news_media', 'pr', 'earned', 'A newspaper, news agency or news site.'],
  broadcaster: ['information', 'news', 'news_media', 'pr', 'earned', 'A television or radio station with news.'],
  magazine: ['information', 'news', 'news_media', 'pr', 'earned', 'A magazine or trade journal on a field.'],
  press_release_service: ['information', 'news', 'pr_distribution', 'pr', 'paid', 'A service that distributes press releases.'],
  blog_content_site: ['information', 'blog', 'ugc_communities', 'link_building', 'earned', 'A blog of one person or a few people.'],
  personal_website: ['information', 'blog', 'ugc_communities', 'link_building', 'earned', 'The homepage of a person or family.'],
  newsletter: ['information', 'blog', 'ugc_communities', 'influencer', 'earned', 'A newsletter with a public archive.'],
  podcast: ['information', 'blog', 'ugc_communities', 'influencer', 'earned', 'A podcast or a host of podcasts.'],
  wiki_reference: ['information', 'wiki', 'ugc_communities', 'ugc', 'shared', 'A wiki or an encyclopedia edited by its readers.'],
  reference_site: [
    'information',
    'other',
    'search',
    'link_building',
    'earned',
    'A dictionary, database, archive or how-to site made by editors.',
  ],
  search_engine: ['platform', 'other', 'search', 'programmatic', 'earned', 'A search engine or a start portal with one.'],
  directory_listing: [
    'information',
    'directory',
    'directories_listings',
    'link_building',
    'earned',
    'A list of companies, places, software or links.',
  ],
  review_site: ['information', 'directory', 'directories_listings', 'ugc', 'earned', 'Reviews of companies or products by their users.'],
  job_board: ['marketplace', 'directory', 'directories_listings', 'programmatic', 'earned', 'Job advertisements of many employers.'],
  real_estate_portal: ['marketplace', 'directory', 'directories_listings', 'marketplace', 'earned', 'Homes of many sellers and landlords.'],
  classifieds: ['marketplace', 'ecommerce', 'directories_listings', 'marketplace', 'earned', 'Small advertisements by people and dealers.'],
  ecommerce_store: ['commerce', 'ecommerce', 'affiliate_partner', 'affiliate', 'earned', 'A shop that sells its own stock.'],
  brand_manufacturer: [
    'commerce',
    'ecommerce',
    'affiliate_partner',
    'affiliate',
    'earned',
    'A maker of goods that presents or sells its own brand.',
  ],
  online_marketplace: ['marketplace', 'ecommerce', 'affiliate_partner', 'marketplace', 'earned', 'A market for the goods of many sellers.'],
  app_marketplace: [
    'marketplace',
    'ecommerce',
    'directories_listings',
    'marketplace',
    'earned',
    'A store of apps, games, themes, plug-ins or stock media.',
  ],
  travel_booking: [
    'marketplace',
    'other',
    'affiliate_partner',
    'marketplace',
    'earned',
    'Bookings of hotels, flights or tickets of many providers.',
  ],
  affiliate_content: [
    'information',
    'affiliate',
    'affiliate_partner',
    'affiliate',
    'paid',
    'Tests, lists and comparisons that earn by commissions.',
  ],
  coupon_deals: ['information', 'affiliate', 'affiliate_partner', 'affiliate', 'paid', 'Coupons, deals and cashback.'],
  price_comparison: [
    'information',
    'affiliate',
    'affiliate_partner',
    'affiliate',
    'paid',
    'Prices or tariffs of many sellers side by side.',
  ],
  forum_community_board: ['community', 'forum', 'ugc_communities', 'ugc', 'shared', 'A discussion board.'],
  question_answer: ['community', 'forum', 'ugc_communities', 'ugc', 'shared', 'A question-and-answer community.'],
  social_network: ['community', 'social', 'social_networks', 'influencer', 'shared', 'A network of profiles and posts.'],
  ugc_platform: ['community', 'social', 'ugc_communities', 'ugc', 'shared', 'A platform for texts, pictures or bookmarks of its users.'],
  video_platform: ['community', 'social', 'social_networks', 'influencer', 'shared', 'Videos or live streams of its users.'],
  dating: ['community', 'social', 'social_networks', 'ugc', 'shared', 'A dating or adult-contact community.'],
  saas_product: ['platform', 'saas', 'affiliate_partner', 'link_building', 'earned', 'Software as a service.'],
  developer_tool: [
    'platform',
    'saas',
    'ugc_communities',
    'link_building',
    'earned',
    'Tools, libraries, documentation and services for developers.',
  ],
  hosting_infrastructure: ['platform', 'saas', 'affiliate_partner', 'affiliate', 'earned', 'Hosting, cloud, domains, networks, VPN.'],
  site_builder_host: ['platform', 'saas', 'ugc_communities', 'ugc', 'shared', 'A host of the websites of its users.'],
  email_provider: ['platform', 'saas', 'directories_listings', 'link_building', 'earned', 'Mailboxes and webmail.'],
  file_hosting: ['platform', 'saas', 'ugc_communities', 'ugc', 'shared', 'Files, images or texts of its users behind links.'],
  link_shortener: ['platform', 'saas', 'social_networks', 'programmatic', 'shared', 'Short links and link pages.'],
  ad_network: ['platform', 'saas', 'affiliate_partner', 'programmatic', 'paid', 'Advertising, tracking and affiliate networks.'],
  streaming_media: [
    'platform',
    'other',
    'social_networks',
    'influencer',
    'earned',
    'Films, series, music or sport as a stream, made by others than its users.',
  ],
  gaming: ['platform', 'other', 'ugc_communities', 'influencer', 'earned', 'Games, game makers and game platforms.'],
  crypto_service: ['service', 'other', 'affiliate_partner', 'affiliate', 'earned', 'Exchanges, wallets and projects of crypto currencies.'],
  marketing_agency: [
    'service',
    'agency',
    'affiliate_partner',
    'link_building',
    'earned',
    'An agency for marketing, advertising, design or web projects.',
  ],
  service_business: [
    'service',
    'other',
    'directories_listings',
    'link_building',
    'earned',
    'A local or specialised business that sells its work.',
  ],
  financial_service: ['service', 'other', 'affiliate_partner', 'link_building', 'earned', 'A bank, insurer, broker or payment company.'],
  health_service: ['service', 'other', 'directories_listings', 'link_building', 'earned', 'A doctor, clinic, therapist or care service.'],
  hospitality: [
    'service',
    'other',
    'directories_listings',
    'link_building',
    'earned',
    'A hotel, restaurant, holiday home or tour operator.',
  ],
  utility_telecom: ['service', 'other', 'affiliate_partner', 'link_building', 'earned', 'Energy, water, telephone, post, transport.'],
  corporate_site: ['service', 'other', 'news_media', 'pr', 'earned', 'A company that presents itself to customers and investors.'],
  government: ['institutional', 'gov', 'directories_listings', 'link_building', 'earned', 'A public authority at any level.'],
  education: ['institutional', 'edu', 'directories_listings', 'link_building', 'earned', 'A school, college or university.'],
  nonprofit_organization: [
    'institutional',
    'other',
    'directories_listings',
    'link_building',
    'earned',
    'A charity, foundation, association, club or trade body.',
  ],
  religious_organization: [
    'institutional',
    'other',
    'directories_listings',
    'link_building',
    'earned',
    'A church, parish, mosque, temple or religious order.',
  ],
  cultural_institution: [
    'institutional',
    'other',
    'directories_listings',
    'link_building',
    'earned',
    'A museum, library, theatre or orchestra.',
  ],
  research_institution: [
    'institutional',
    'edu',
    'directories_listings',
    'link_building',
    'earned',
    'A research institute, academy or learned society.',
  ],
  gambling: ['service', 'other', 'risky_gray', 'blackhat', 'paid', 'Casinos, betting and sites that advertise them.'],
  adult: ['unknown', 'other', 'risky_gray', 'blackhat', 'earned', 'Sexual content and services.'],
  spam_network: ['unknown', 'other', 'risky_gray', 'blackhat', 'paid', 'Link farms, referrer spam, hacked or deceptive sites.'],
  parked_domain: [
    'unknown',
    'other',
    'risky_gray',
    'programmatic',
    'earned',
    'A name without a site: for sale, parked, reserved, disposable.',
  ],
} as const satisfies Record<string, Row>;

export type PropertyTypeLabel = keyof typeof ROWS;

function toPropertyType([tier1Type, domainType, channel, channelBucket, mediaType, definition]: Row): PropertyType {
  return { tier1Type, domainType, channel, channelBucket, mediaType, definition };
}

const PROPERTY_TYPES = new Map<string, PropertyType>(Object.entries(ROWS).map(([label, row]) => [label, toPropertyType(row)]));

/** Undefined for what is no property type. */
export function findPropertyType(label: string): PropertyType | undefined {
  return PROPERTY_TYPES.get(label);
}

const labels = Object.fromEntries([...PROPERTY_TYPES].map(([label, { definition }]) => [label, definition]));

export const propertyType: Vocabulary = {
  dimension: 'property_type',
  subject: 'domain',
  summary: 'What kind of property a domain is, at the finest level; the other dimensions of a domain follow from it.',
  labels,
  synonyms: PROPERTY_SYNONYMS,
};

export const pipelineDomainType: Vocabulary = {
  ...propertyType,
  dimension: 'pipeline_domain_type',
  summary: 'The domain type as the pipeline works with it: the values of the property types.',
};

export const subchannel: Vocabulary = {
  ...propertyType,
  dimension: 'subchannel',
  summary: 'The finer channel: the property types, each within its channel.',
};
