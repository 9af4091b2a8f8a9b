import { domainToASCII } from 'node:url';
import type { SerpItem } from '#providers/search-data/index.ts';
import type { Channel } from '../vocabulary.ts';

/** A target to find in the results of a check; the caller chooses the key. */
export interface Target {
  readonly key: string;
  /** A host; its sub-domains count as well, unless `isExact`. */
  readonly domain?: string | undefined;
  /** Other hosts that count as the same site. */
  readonly aliases?: readonly string[] | undefined;
  /** Only the hosts themselves count, with or without `www.`. */
  readonly isExact?: boolean | undefined;
  /** The engine's ids of a place. */
  readonly placeIds?: readonly string[] | undefined;
}

/** The results of one target: the best gives the position, all are kept. */
export interface ResultMatch {
  readonly best: SerpItem;
  /** Best first. */
  readonly all: readonly SerpItem[];
  /** The target holds the featured snippet of the page. */
  readonly isFeaturedSnippet: boolean;
}

const NOT_ASCII = /[^\u0020-\u007e]/u;
const FEATURED_SNIPPET = 'featured_snippet';
const COUNTED_TYPES: Readonly<Record<Channel, ReadonlySet<string>>> = {
  seo: new Set(['organic']),
  local: new Set(['local_pack', 'maps_search']),
  paid: new Set(['paid']),
};

/** Whether a result can give a position in the channel: advertisements do in theirs, and in no other. */
export function isCounted(item: SerpItem, channel: Channel): boolean {
  return item.isPaid === (channel === 'paid') && COUNTED_TYPES[channel].has(item.type);
}

/**
 * Finds the results of each target: a host matches a domain when it is equal to it or a sub-domain of it,
 * unless only the host itself is to count. A featured snippet gives the position only when its site has no
 * organic result beside it. A place matches by its id or by its site. Cost grows with the results, not with
 * the targets.
 * @returns matches by the target's key; targets without a result are missing
 */
export function matchResults(items: readonly SerpItem[], targets: readonly Target[], channel: Channel): Map<string, ResultMatch> {
  const keys = indexTargets(targets);
  const found = collect(items, keys, (item) => isCounted(item, channel));
  const snippets = collect(items, keys, (item) => channel === 'seo' && item.type === FEATURED_SNIPPET);

  const matches = new Map<string, ResultMatch>();
  for (const { key } of targets) {
    const all = (found.get(key) ?? snippets.get(key) ?? []).toSorted(byRank);
    const best = all[0];
    if (best === undefined) continue;
    matches.set(key, { best, all, isFeaturedSnippet: snippets.has(key) || all.some((item) => item.isFeaturedSnippet) });
  }
  return matches;
}

/**
 * The target that each result belongs to, by its key, whatever kind of result it is; results of none are missing. Of
 * several the closest: the host itself, then the nearest parent, then the rank.
 */
export function matchItems(items: readonly SerpItem[], targets: readonly Target[]): Map<SerpItem, string> {
  const index = indexTargets(targets);
  const owners = items.map((item) => [item, [...listKeys(item, index)][0]] as const);
  return new Map(owners.flatMap(([item, key]) => (key === undefined ? [] : [[item, key] as const])));
}

/** The host of a result as domains are stored (lower case, punycode), or `undefined` for elements that lead nowhere. */
export function hostOf(item: SerpItem): string | undefined {
  const host = item.domain ?? (item.url === null ? undefined : URL.parse(item.url)?.hostname);
  if (!host) return undefined;
  const name = NOT_ASCII.test(host) ? domainToASCII(host) : host.toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/** All parent domains of a host; it is a sub-domain of X when X is among them. */
function toParents(host: string): string[] {
  const parents: string[] = [];
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) parents.push(host.slice(dot + 1));
  return parents;
}

interface TargetIndex {
  readonly byHost: ReadonlyMap<string, readonly string[]>;
  /** The hosts whose sub-domains count as well. */
  readonly byParent: ReadonlyMap<string, readonly string[]>;
  readonly byPlaceId: ReadonlyMap<string, readonly string[]>;
}

function indexTargets(targets: readonly Target[]): TargetIndex {
  const byHost = new Map<string, string[]>();
  const byParent = new Map<string, string[]>();
  const byPlaceId = new Map<string, string[]>();
  for (const { key, domain, aliases = [], isExact = false, placeIds = [] } of targets) {
    for (const host of domain === undefined ? aliases : [domain, ...aliases]) {
      pushTo(byHost, host, key);
      if (isExact) pushTo(byHost, `www.${host}`, key);
      else pushTo(byParent, host, key);
    }
    for (const placeId of placeIds) pushTo(byPlaceId, placeId, key);
  }
  return { byHost, byParent, byPlaceId };
}

function collect(items: readonly SerpItem[], index: TargetIndex, isWanted: (item: SerpItem) => boolean): Map<string, SerpItem[]> {
  const found = new Map<string, SerpItem[]>();
  for (const item of items) {
    if (!isWanted(item)) continue;
    for (const key of listKeys(item, index)) pushTo(found, key, item);
  }
  return found;
}

function listKeys(item: SerpItem, { byHost, byParent, byPlaceId }: TargetIndex): ReadonlySet<string> {
  const host = hostOf(item);
  const keys = new Set(host === undefined ? [] : byHost.get(host));
  for (const parent of host === undefined ? [] : toParents(host)) for (const key of byParent.get(parent) ?? []) keys.add(key);
  for (const placeId of [item.cid, item.placeId]) {
    for (const key of placeId ? (byPlaceId.get(placeId) ?? []) : []) keys.add(key);
  }
  return keys;
}

function pushTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function byRank(one: SerpItem, other: SerpItem): number {
  return one.rankAbsolute - other.rankAbsolute || one.rankGroup - other.rankGroup;
}
