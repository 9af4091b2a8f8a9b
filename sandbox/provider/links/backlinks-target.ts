import { listLinks, type Link } from '../../links/link.ts';
import type { LinkStatus } from '../../links/index.ts';
import type { Referral } from '../../links/profile.ts';
import type { Site } from '../../world/sites.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { CONCURRENCY_MAX } from '../limits.ts';
import { PRICES } from '../prices.ts';
import type { SearchTools, TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { dayOf, textOf } from '../search-request.ts';

const TAG_LENGTH_MAX = 255;
export const LIST_MAX = 1_000;
export const LIST_DEFAULT = 100;
/** Entries of the maps unless asked for more: longer ones are cut without a word. */
const MAP_DEFAULT = 10;

/** What the links of a call are about: a whole site, one of its hosts, or one of its pages. */
export interface Target {
  readonly text: string;
  readonly site: Site;
  readonly day: number;
  readonly status: LinkStatus;
  readonly isMeant: (link: Link) => boolean;
}

/** Fields of every call about a target. */
export function targetRules(own: Readonly<Record<string, FieldRule>>): FieldRules {
  const fields: Record<string, FieldRule> = {
    target: { type: 'text' },
    rank_scale: { type: 'text', oneOf: ['one_hundred', 'one_thousand'] },
    include_subdomains: { type: 'flag' },
    tag: { type: 'text', lengthMax: TAG_LENGTH_MAX },
  };
  return { fields: { ...fields, ...own }, required: ['target'], requireOneOf: [] };
}

/** Further ones of calls that list or sum up links. */
export const linkFields: Readonly<Record<string, FieldRule>> = {
  backlinks_status_type: { type: 'text', oneOf: ['live', 'lost', 'all'] },
  exclude_internal_backlinks: { type: 'flag' },
};

export const mapFields: Readonly<Record<string, FieldRule>> = {
  internal_list_limit: { type: 'integer', min: 1, max: LIST_MAX },
  backlinks_filters: { type: 'list' },
  include_indirect_links: { type: 'flag' },
};

export const pageFields: Readonly<Record<string, FieldRule>> = {
  limit: { type: 'integer', min: 1, max: LIST_MAX },
  filters: { type: 'list' },
  order_by: { type: 'list' },
};

export function backlinkRoute(name: string, fields: FieldRules, answer: ProviderRoute['answer']): ProviderRoute {
  const path = `/v3/backlinks/${name}/live`;
  return { method: 'POST', path, kind: 'live', concurrencyMax: CONCURRENCY_MAX, fields, failureCostUsd: PRICES.backlinksTask, answer };
}

/**
 * A domain without scheme and `www.`, or a whole address.
 * @returns undefined for anything else; `isUnknown` for a target without a site that no page links to
 */
export function readTarget(tools: SearchTools, task: TaskRequest): Target | { readonly isUnknown: boolean } {
  const text = textOf(task, 'target')?.trim().toLowerCase() ?? '';
  const page = /^https?:\/\//u.test(text) ? URL.parse(text) : undefined;
  const host = page === undefined ? text : page?.hostname.replace(/^www\./u, '');
  if (host === undefined || !isBareHost(host)) return { isUnknown: false };
  const site = tools.world.findSite(host);
  if (site === undefined) return { isUnknown: true };
  const status = (textOf(task, 'backlinks_status_type') ?? 'live') as LinkStatus;
  return { text, site, day: dayOf(tools.now()), status, isMeant: meant(site, host, page ?? undefined) };
}

/** Without scheme, `www.` and path, as the vendor wants targets. */
export function isBareHost(text: string): boolean {
  return /^(?!www\.)([a-z0-9-]+\.)+[a-z0-9-]{2,}$/u.test(text);
}

function meant(site: Site, host: string, page: URL | undefined): Target['isMeant'] {
  if (page !== undefined) return ({ urlTo }) => urlTo.toLowerCase() === page.href.toLowerCase();
  return host === site.domain ? () => true : ({ urlTo }) => new URL(urlTo).hostname === host;
}

export function referralsOf({ world }: SearchTools, { site, day, status }: Target): readonly Referral[] {
  return world.links.list(site, day, status);
}

export function linksOf(referral: Referral, { site, day, isMeant }: Target): Link[] {
  return listLinks(site, referral, day).filter(isMeant);
}

export function mapMaxOf(task: TaskRequest): number {
  return Number(task['internal_list_limit'] ?? MAP_DEFAULT);
}

export function pageOf(task: TaskRequest): { readonly offset: number; readonly limit: number } {
  return { offset: Number(task['offset'] ?? 0), limit: Number(task['limit'] ?? LIST_DEFAULT) };
}
