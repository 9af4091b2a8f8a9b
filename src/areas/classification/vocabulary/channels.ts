import type { Vocabulary } from './vocabulary.ts';

const CHANNELS = {
  search: 'Search engines, portals and reference sites that are found by searching.',
  social_networks: 'Networks of profiles, posts and videos.',
  ugc_communities: 'Forums, blogs, wikis and platforms whose users write.',
  news_media: 'Newspapers, broadcasters and magazines.',
  pr_distribution: 'Services that distribute press releases.',
  directories_listings: 'Directories, listings, institutions and other places with lists of links.',
  affiliate_partner: 'Shops, software and sites that work with partners or commissions.',
  risky_gray: 'Sites whose links may harm: spam, gambling, adult, parked names.',
} as const;

const TACTICS = {
  pr: 'Coverage by the press.',
  haro: 'Quotations of experts that journalists asked for.',
  link_building: 'Links asked for or exchanged: guest posts, resource pages, broken links.',
  affiliate: 'Links of partners who earn commissions.',
  ugc: 'Links that users set: posts, comments, profiles.',
  owned: 'Links from other properties of the same owner.',
  programmatic: 'Links that machines set: aggregators, search results, templates.',
  influencer: 'Links of people with an audience.',
  marketplace: 'Links from offers on marketplaces and listings.',
  blackhat: 'Links bought or placed against the rules of search engines.',
} as const;

const MEDIA_TYPES = {
  owned: "A property of the domain's own owner.",
  earned: 'A place of others who chose to link.',
  paid: 'A place that links for money or commission.',
  shared: 'A place whose users put the links.',
} as const;

export type Channel = keyof typeof CHANNELS;
export type TacticBucket = keyof typeof TACTICS;
export type MediaType = keyof typeof MEDIA_TYPES;

export const channel: Vocabulary = {
  dimension: 'channel',
  subject: 'domain',
  summary: 'Through what kind of place visitors and links come.',
  labels: CHANNELS,
  synonyms: {
    social: 'social_networks',
    social_media: 'social_networks',
    ugc: 'ugc_communities',
    communities: 'ugc_communities',
    news: 'news_media',
    press: 'news_media',
    pr: 'pr_distribution',
    directories: 'directories_listings',
    listings: 'directories_listings',
    affiliate: 'affiliate_partner',
    affiliates: 'affiliate_partner',
    risky: 'risky_gray',
    spam: 'risky_gray',
  },
};

const tacticSynonyms = {
  public_relations: 'pr',
  digital_pr: 'pr',
  guest_post: 'link_building',
  outreach: 'link_building',
  user_generated: 'ugc',
  black_hat: 'blackhat',
  spam: 'blackhat',
  influencers: 'influencer',
};

export const tacticType: Vocabulary = {
  dimension: 'tactic_type',
  subject: 'url',
  summary: 'By what kind of work a link came about.',
  labels: TACTICS,
  synonyms: tacticSynonyms,
};

export const channelBucket: Vocabulary = {
  dimension: 'channel_bucket',
  subject: 'domain',
  summary: 'The kind of work that brings links from such a domain; the tactic buckets.',
  labels: TACTICS,
  synonyms: tacticSynonyms,
};

export const mediaType: Vocabulary = {
  dimension: 'media_type',
  subject: 'domain',
  summary: 'Whose place it is.',
  labels: MEDIA_TYPES,
  synonyms: { own: 'owned', sponsored: 'paid', social: 'shared', ugc: 'shared' },
};
