import { hashText, mix, pick, unit } from '../hashing.ts';
import { brandName, familyName, genericName, paperName, toTitle } from './names.ts';
import type { BusinessType, Topic, TopicLanguage } from './topics.ts';

/** Where a site is at home; `world` sites are English and known everywhere. */
export type Home = 'world' | 'us' | 'uk' | 'de' | 'fr' | 'es';
/** What a site is to a searcher; decides how it fits an intent. */
export type SiteRole = BusinessType | 'reference' | 'forum' | 'video' | 'news' | 'reviews' | 'institution';

export interface Site {
  readonly index: number;
  /** Registrable domain. */
  readonly domain: string;
  /** Host of its pages: the domain, sometimes with `www.`. */
  readonly host: string;
  /** `blog.`, `shop.`, `docs.` hosts it has. */
  readonly subdomains: readonly string[];
  readonly name: string;
  readonly role: SiteRole;
  readonly businessType: BusinessType;
  readonly tier1Type: string;
  readonly domainType: string;
  readonly home: Home;
  /** Undefined: writes about everything. */
  readonly topic: Topic | undefined;
  /** `long_tail` sites fill the deep pages and are not listed as samples. */
  readonly reach: 'topic' | 'broad' | 'long_tail';
  /** 0 to 1: how strong the domain is. */
  readonly strength: number;
  readonly hash: number;
}

/** Tier 1 type and domain type (docs/classification.md, "Domains"), and what kind of business it is, by role. */
const ROLES: Readonly<Record<SiteRole, readonly [tier1Type: string, domainType: string, businessType: BusinessType]>> = {
  saas: ['platform', 'saas_product', 'saas'],
  ecommerce: ['commerce', 'ecommerce_store', 'ecommerce'],
  local: ['service', 'service_business', 'local'],
  content: ['information', 'blog_content_site', 'content'],
  service: ['service', 'service_business', 'service'],
  marketplace: ['marketplace', 'ugc_platform', 'marketplace'],
  game: ['platform', 'other', 'game'],
  reference: ['information', 'wiki', 'content'],
  forum: ['community', 'forum_community_board', 'content'],
  video: ['community', 'ugc_platform', 'content'],
  news: ['information', 'news_publisher', 'content'],
  reviews: ['information', 'affiliate', 'content'],
  institution: ['institutional', 'nonprofit_organization', 'content'],
};

/** The twelve sites of a topic: role by kind of topic, home by place in the row. */
const CAST: Readonly<Record<BusinessType, string>> = {
  saas: 'saas saas content saas saas content saas saas content saas saas content',
  ecommerce: 'ecommerce ecommerce content ecommerce ecommerce content ecommerce ecommerce content ecommerce ecommerce content',
  local: 'local local content local local local local local content local local local',
  content: 'content content content ecommerce content content content content service content content content',
  service: 'service service content service service content service service content service service content',
  marketplace:
    'marketplace marketplace content marketplace ecommerce content marketplace marketplace content marketplace marketplace content',
  game: 'game game content game game content game game content game game content',
};
/** Where a few topics have sites too, three each, that write the language of the place. */
const HOMES_ABROAD = ['fr', 'es'] as const;
const SITES_ABROAD = 3;
const TOPIC_HOMES: readonly Home[] = ['world', 'us', 'world', 'us', 'world', 'us', 'uk', 'uk', 'uk', 'de', 'de', 'de'];
const BROAD_ROLES: readonly SiteRole[] = [
  'reference',
  'forum',
  'video',
  'news',
  'reviews',
  'marketplace',
  'news',
  'reviews',
  'institution',
  'ecommerce',
];
const BROAD_WORDS: Readonly<Record<string, string>> = {
  reference: 'lexicon',
  forum: 'threads',
  video: 'clips',
  news: 'herald',
  reviews: 'tested',
  marketplace: 'bazaar',
  institution: 'foundation',
  ecommerce: 'mart',
};
const LONG_TAIL_ROLES: readonly SiteRole[] = ['content', 'reviews', 'content', 'ecommerce', 'forum', 'content', 'service', 'news'];
const LONG_TAIL: readonly (readonly [Home, number])[] = [
  ['world', 210],
  ['us', 60],
  ['uk', 90],
  ['de', 150],
];

const ENDINGS: Readonly<Record<Home, Readonly<Partial<Record<SiteRole, string>>> & { readonly other: string }>> = {
  world: { saas: 'com io app co', ecommerce: 'com store shop co', content: 'com net org blog', game: 'com games io', other: 'com org net' },
  us: { content: 'com net org', local: 'com net us', other: 'com com net' },
  uk: { other: 'co.uk co.uk uk com' },
  de: { other: 'de' },
  fr: { other: 'fr' },
  es: { other: 'es' },
};

/** What the pages of a site are written in. */
export function languageOf({ home }: Pick<Site, 'home'>): TopicLanguage {
  return home === 'de' || home === 'fr' || home === 'es' ? home : 'en';
}

/** Whether it is read in the United States as much as anywhere. */
export function isAmerican({ home }: Pick<Site, 'home'>): boolean {
  return home === 'us' || home === 'world';
}

/** Every site of the world; the same seed gives the same sites. */
export function makeSites(topics: readonly Topic[], seed: number): readonly Site[] {
  const builder = makeBuilder(seed);
  for (const topic of topics) {
    CAST[topic.kind].split(' ').forEach((role, place) => {
      const hash = mix(topic.hash, place + 1);
      const root = pick(topic.roots, hash + place);
      const home = topic.kind === 'local' && TOPIC_HOMES[place] === 'world' ? 'us' : (TOPIC_HOMES[place] ?? 'world');
      builder.add({
        role: role as SiteRole,
        home,
        topic,
        reach: 'topic',
        hash,
        name: nameFor(role as SiteRole, root, hash),
        strength: 0.4 + 0.5 * unit(mix(hash, 31)),
      });
    });
  }
  (['world', 'world', 'uk', 'de'] as const).forEach((home, round) => {
    BROAD_ROLES.forEach((role, place) => {
      const hash = mix(hashText(role, seed), round * 100 + place);
      builder.add({
        role,
        home,
        topic: undefined,
        reach: 'broad',
        hash,
        name: brandName(BROAD_WORDS[role] ?? 'atlas', hash),
        strength: 0.75 + 0.25 * unit(mix(hash, 31)),
      });
    });
  });
  for (const [home, count] of LONG_TAIL) {
    for (let place = 0; place < count; place += 1) {
      const hash = mix(hashText(home, seed), place + 7_000);
      builder.add({
        role: pick(LONG_TAIL_ROLES, place),
        home,
        topic: undefined,
        reach: 'long_tail',
        hash,
        name: genericName(hash),
        strength: 0.05 + 0.4 * unit(mix(hash, 31)),
      });
    }
  }
  // Last, so that every other site keeps its name and its number.
  for (const home of HOMES_ABROAD) addSitesAbroad(builder, topics, home);
  return builder.sites;
}

function addSitesAbroad(builder: ReturnType<typeof makeBuilder>, topics: readonly Topic[], home: (typeof HOMES_ABROAD)[number]): void {
  for (const topic of topics.filter(({ subjects }) => subjects[home].length > 0)) {
    for (let place = 0; place < SITES_ABROAD; place += 1) {
      const hash = mix(mix(topic.hash, hashText(home)), place);
      const name = nameFor(topic.kind, pick(topic.roots, hash + place), hash);
      builder.add({ role: topic.kind, home, topic, reach: 'topic', hash, name, strength: 0.4 + 0.5 * unit(mix(hash, 31)) });
    }
  }
}

type SiteDraft = Pick<Site, 'role' | 'home' | 'topic' | 'reach' | 'hash' | 'name' | 'strength'>;

function nameFor(role: SiteRole, root: string, hash: number): string {
  if (role === 'local' || role === 'service') return familyName(root, hash);
  return role === 'content' ? paperName(root, hash) : brandName(root, hash);
}

function makeBuilder(seed: number): { sites: Site[]; add(draft: SiteDraft): void } {
  const sites: Site[] = [];
  const taken = new Set<string>();
  return {
    sites,
    add(draft) {
      const { domain, extra } = freeDomain(draft, taken);
      taken.add(domain.slice(0, domain.indexOf('.')));
      const [tier1Type, domainType, businessType] = ROLES[draft.role];
      const isMoney = draft.topic?.id === 'accounting' || draft.topic?.id === 'insurance';
      sites.push({
        ...draft,
        index: sites.length,
        domain,
        host: mix(draft.hash, 41) % 100 < 30 ? `www.${domain}` : domain,
        subdomains: subdomainsFor(draft, domain),
        name: toTitle(`${draft.name} ${extra.replace('-', '')}`.trim()),
        tier1Type,
        domainType: isMoney && businessType === 'service' ? 'financial_service' : domainType,
        businessType,
        hash: hashText(domain, seed),
      });
    },
  };
}

/** Labels are unique over all endings, so that a name belongs to one site only. */
function freeDomain(draft: SiteDraft, taken: ReadonlySet<string>): { readonly domain: string; readonly extra: string } {
  const endings = (ENDINGS[draft.home][draft.role] ?? ENDINGS[draft.home].other).split(' ');
  const ending = pick(endings, mix(draft.hash, 43));
  const joined = draft.name.replaceAll(' and ', '-').replaceAll(' ', mix(draft.hash, 47) % 5 === 0 ? '-' : '');
  const extras = ['', 'hq', '-group', 'now', '-online', 'daily', '-world', 'plus', '-direct', 'club', '-one', 'lab', '-team', 'zone'];
  for (let round = 0; ; round += 1) {
    const extra = extras[round] ?? `-${round}`;
    if (!taken.has(joined + extra)) return { domain: `${joined}${extra}.${ending}`, extra };
  }
}

function subdomainsFor(draft: SiteDraft, domain: string): string[] {
  if (draft.reach === 'long_tail') return [];
  const wishes: Partial<Record<SiteRole, string>> = {
    saas: 'docs blog',
    ecommerce: 'blog',
    content: 'shop',
    game: 'blog',
    service: 'blog',
    marketplace: 'blog',
    local: 'shop',
    news: 'video',
  };
  return (wishes[draft.role] ?? '')
    .split(' ')
    .filter((label, place) => label !== '' && mix(draft.hash, 53 + place) % 100 < 60)
    .map((label) => `${label}.${domain}`);
}
