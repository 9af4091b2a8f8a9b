import { hash } from 'node:crypto';
import type { Backlink } from '#providers/search-data/links.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { upsertBacklinks, type BacklinkRow } from './store/backlinks.ts';
import { upsertUrls, type UrlRow } from './store/urls.ts';
import { toQualityTier } from './quality-tier.ts';
import { toSiteHost } from '../normalize-host.ts';
import { cleanDate, cleanNames, cleanOptional, cleanScore, cleanText } from '../ingest/clean.ts';
import { normalizeUrl, URL_LENGTH_MAX } from '../ingest/normalize-url.ts';
import type { KnownDomain } from '../records/known-domain.ts';

const TEXT_MAX = 1_000;
const HOST_MAX = 253;
const WORD_MAX = 100;
/** Hexadecimal digits of the first 16 bytes of a hash. */
const HASH_DIGITS = 32;

export interface IngestedBacklinks {
  /** Links that were written, each once. */
  readonly stored: number;
  /** Pages that they stand on. */
  readonly urls: number;
  /** Rows with an address that cannot be stored. */
  readonly skipped: number;
}

/**
 * Writes a page of links to a domain, and the pages that they stand on. A link is
 * known by both addresses, its anchor and its type; one that comes twice, in one page or in two, is one
 * row. When it was first seen by us stays, when it was last seen moves, and what is back is no longer lost.
 * @param sourceEndpoint what the rows come from, kept with pages that are new
 */
export async function ingestBacklinks(
  sql: Sql,
  given: { readonly domain: KnownDomain; readonly rows: readonly Backlink[]; readonly now: Date; readonly sourceEndpoint: string },
): Promise<IngestedBacklinks> {
  const links = new Map<string, BacklinkRow>();
  const urls = new Map<string, UrlRow>();
  let skipped = 0;
  for (const row of given.rows) {
    const page = readAddresses(row);
    if (page === undefined) {
      skipped += 1;
      continue;
    }
    const link = toLink(row, page, { domainId: given.domain.id, now: given.now });
    links.set(link.link_hash, link);
    if (!urls.has(page.urlHash)) urls.set(page.urlHash, toUrl(row, page, given));
  }
  await upsertUrls(sql, sortByKey(urls));
  await upsertBacklinks(sql, sortByKey(links));
  return { stored: links.size, urls: urls.size, skipped };
}

interface Addresses {
  readonly urlFrom: string;
  readonly urlTo: string;
  readonly url: string;
  readonly host: string;
  readonly urlHash: string;
}

function readAddresses(row: Backlink): Addresses | undefined {
  if (row.urlTo.length > URL_LENGTH_MAX || row.urlFrom.length > URL_LENGTH_MAX) return undefined;
  const [urlFrom, urlTo] = [cleanText(row.urlFrom, URL_LENGTH_MAX), cleanText(row.urlTo, URL_LENGTH_MAX)];
  const normal = normalizeUrl(urlFrom);
  if (normal === undefined || urlTo === '') return undefined;
  return { urlFrom, urlTo, url: normal.url, host: toSiteHost(normal.host), urlHash: toHash(normal.url) };
}

function toUrl(
  row: Pick<Backlink, 'pageFromRank' | 'domainFromRank'>,
  { url, urlHash, host }: Addresses,
  { now, sourceEndpoint }: { now: Date; sourceEndpoint: string },
): UrlRow {
  const page = { url, url_hash: urlHash, domain: host, first_seen: now, last_seen: now };
  return { ...page, data_tier: 'referring', source_endpoint: sourceEndpoint, ...toTier(row) };
}

/** By the rank of the page, else by that of its domain. */
function toTier({ pageFromRank, domainFromRank }: Pick<Backlink, 'pageFromRank' | 'domainFromRank'>) {
  const ofPage = toQualityTier(cleanScore(pageFromRank));
  if (ofPage !== null) return { quality_tier: ofPage, quality_tier_source: 'page_rank' } as const;
  const ofDomain = toQualityTier(cleanScore(domainFromRank));
  return { quality_tier: ofDomain, quality_tier_source: ofDomain === null ? null : 'domain_rank' } as const;
}

function toLink(row: Backlink, page: Addresses, { domainId, now }: { domainId: number; now: Date }): BacklinkRow & { link_hash: string } {
  const anchor = row.anchor === null ? null : cleanText(row.anchor, Infinity);
  const itemType = cleanText(row.itemType, WORD_MAX);
  const lastSeen = cleanDate(row.lastSeen);
  return {
    domain_id: domainId,
    link_hash: toHash(JSON.stringify([page.urlFrom, page.urlTo, anchor, itemType])),
    url_hash: page.urlHash,
    domain_from: cleanText(row.domainFrom, HOST_MAX).toLowerCase() || page.host,
    url_from: page.urlFrom,
    url_to: page.urlTo,
    anchor: cleanOptional(anchor, TEXT_MAX),
    item_type: itemType,
    attributes: cleanNames(row.attributes),
    is_dofollow: row.isDofollow,
    is_broken: row.isBroken,
    rank: cleanScore(row.rank),
    page_from_rank: cleanScore(row.pageFromRank),
    domain_from_rank: cleanScore(row.domainFromRank),
    spam_score: cleanScore(row.spamScore),
    page_from_title: cleanOptional(row.pageFromTitle, TEXT_MAX),
    page_from_language: cleanOptional(row.pageFromLanguage, WORD_MAX),
    domain_from_country: cleanOptional(row.domainFromCountry, WORD_MAX),
    platform_types: cleanNames(row.platformTypes),
    semantic_location: cleanOptional(row.semanticLocation, WORD_MAX),
    dfs_first_seen: cleanDate(row.firstSeen),
    dfs_last_seen: lastSeen,
    // The provider gives no other date of a loss: it is the visit that did not find the link.
    dfs_lost_date: row.isLost ? lastSeen : null,
    our_first_seen: now,
    our_last_seen: now,
    our_lost_at: row.isLost ? now : null,
  };
}

function toHash(text: string): string {
  return `\\x${hash('sha256', text).slice(0, HASH_DIGITS)}`;
}

/** Always in one order, so that two writers of the same rows do not wait for each other in a circle. */
function sortByKey<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
