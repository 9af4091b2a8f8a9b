import { mix } from '../../hashing.ts';
import type { Link } from '../../links/link.ts';
import { toBacklink } from './backlinks-item.ts';
import {
  backlinkRoute,
  linkFields,
  linksOf,
  mapFields,
  mapMaxOf,
  readTarget,
  referralsOf,
  targetRules,
  type Target,
} from './backlinks-target.ts';
import type { FieldRules } from '../fields.ts';
import { sumLinks, toRank, toSeen } from './link-sums.ts';
import { priceBacklinks } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { toFilter } from '../keywords/row-filters.ts';
import { dayOf } from '../search-request.ts';

const TARGETS_MAX = 1_000;
const bulkRules: FieldRules = {
  fields: {
    targets: { type: 'texts', countMax: TARGETS_MAX },
    rank_scale: { type: 'text', oneOf: ['one_hundred', 'one_thousand'] },
    tag: { type: 'text', lengthMax: 255 },
  },
  required: ['targets'],
  requireOneOf: [],
};

type Figures = ReturnType<SearchTools['world']['links']['measure']>;

/** The vendor's index of links: sums, for one target or many. */
export const backlinkRoutes: readonly ProviderRoute[] = [
  backlinkRoute('summary', targetRules({ ...linkFields, ...mapFields }), answerSummary),
  bulkRoute('bulk_ranks', ({ rank }, task) => ({ rank: toRank(rank, task['rank_scale']) })),
  bulkRoute('bulk_backlinks', ({ backlinks }) => ({ backlinks })),
  bulkRoute('bulk_referring_domains', ({ referringDomains, referringDomainsNofollow }) => ({
    referring_domains: referringDomains,
    referring_domains_nofollow: referringDomainsNofollow,
    referring_main_domains: referringDomains,
    referring_main_domains_nofollow: referringDomainsNofollow,
  })),
];

/** A target without links is a success without a result, and is charged. */
function answerSummary(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const target = readTarget(tools, task);
  const filter = toFilter(task['backlinks_filters']);
  if (filter === undefined) return invalidField('backlinks_filters');
  if ('isUnknown' in target) return target.isUnknown ? ok(null, priceBacklinks(1)) : invalidField('target');
  const scale = task['rank_scale'];
  const links = referralsOf(tools, target)
    .flatMap((referral) => linksOf(referral, target))
    .filter((link) => task['backlinks_filters'] === undefined || filter(toBacklink(link, target.day, scale)));
  return ok([summarize(tools, target, { links, listMax: mapMaxOf(task), scale })], priceBacklinks(1));
}

interface Summed {
  readonly links: readonly Link[];
  readonly listMax: number;
  readonly scale: unknown;
}

function summarize({ world }: SearchTools, { text, site, day }: Target, { links, listMax, scale }: Summed): Record<string, unknown> {
  return {
    target: text,
    ...toSeen(links, day),
    lost_date: null,
    rank: toRank(world.links.measure(site, day).rank, scale),
    ...sumLinks(links, listMax),
    ...describeSite(site.hash),
  };
}

/** What the vendor's own crawl of the target found. */
export function describeSite(hash: number): Record<string, unknown> {
  return {
    crawled_pages: 40 + (hash % 2_000),
    info: {
      server: hash % 2 === 0 ? 'nginx' : 'cloudflare',
      cms: hash % 3 === 0 ? 'wordpress' : null,
      platform_type: hash % 3 === 0 ? ['cms', 'blogs'] : ['unknown'],
      ip_address: `198.18.${mix(hash, 31) % 256}.${mix(hash, 33) % 256}`,
      country: 'US',
      is_ip: false,
      target_spam_score: hash % 12,
    },
    internal_links_count: 300 + (mix(hash, 35) % 20_000),
    external_links_count: 50 + (mix(hash, 37) % 4_000),
  };
}

/** Targets that the index does not know are left out. */
function bulkRoute(name: string, read: (figures: Figures, task: TaskRequest) => Record<string, unknown>): ProviderRoute {
  return backlinkRoute(name, bulkRules, (tools, task) => {
    const targets = task['targets'] as readonly string[];
    if (targets.length === 0) return invalidField('targets');
    const items = targets.flatMap((target) => {
      const found = readTarget(tools, { target });
      return 'isUnknown' in found ? [] : [{ target, ...read(tools.world.links.measure(found.site, dayOf(tools.now())), task) }];
    });
    return ok([{ items_count: items.length, items }], priceBacklinks(items.length));
  });
}
