import type { DomainReader } from './get-visible-domain.ts';
import type { Sql } from '#stores/postgres/types.ts';
import {
  countStoredKeywords,
  listBacklinksCounts,
  listLinkSummaryRows,
  listNewestSnapshots,
  type LinkSummary,
  type NewestSnapshot,
} from './store/metrics.ts';
import { readOfFetches, readOfSnapshot, type MetricReading } from './metric-reading.ts';
import { FETCH_PARTS, listFetchesByDomain, type DomainFetch, type FetchPart } from '../onboarding/store/fetches.ts';

export const METRIC_SOURCES = ['snapshot', 'provider_total', 'stored_rows'] as const;
/** Where a count comes from: the newest weekly snapshot, what a fetch said there is, or what is stored. */
export type MetricSource = (typeof METRIC_SOURCES)[number];

/** A count and where it comes from; both null while it is not known. */
export interface KnownCount {
  readonly count: number | null;
  readonly source: MetricSource | null;
  readonly reading: MetricReading | null;
}

/** What is known of a domain in numbers. */
export interface KnownMetrics {
  readonly backlinks: KnownCount;
  readonly referringDomains: KnownCount;
  readonly rankedKeywords: KnownCount;
  readonly snapshot: NewestSnapshot | null;
  readonly parts: readonly DomainFetch[];
  /** Parts that were never fetched to their end. */
  readonly missing: readonly FetchPart[];
  /** When anything of it was last fetched. */
  readonly updatedAt: Date | null;
}

/** The metrics of each domain, by its id. */
export async function getKnownMetrics(sql: Sql, domainIds: readonly number[]): Promise<ReadonlyMap<number, KnownMetrics>> {
  const [snapshots, parts] = await Promise.all([listNewestSnapshots(sql, domainIds), listFetchesByDomain(sql, domainIds)]);
  const uncounted = domainIds.filter((id) => (parts.get(id) ?? []).some((part) => part.part === 'keywords' && part.rowsTotal === null));
  const stored = uncounted.length === 0 ? new Map<number, number>() : await countStoredKeywords(sql, uncounted);
  return new Map(domainIds.map((id) => [id, toMetrics(snapshots.get(id) ?? null, parts.get(id) ?? [], stored.get(id) ?? 0)]));
}

function toMetrics(snapshot: NewestSnapshot | null, parts: readonly DomainFetch[], storedKeywords: number): KnownMetrics {
  const complete = new Set(parts.flatMap(({ part, status }) => (status === 'complete' ? [part] : [])));
  const ofSnapshot = snapshot === null ? null : readOfSnapshot(snapshot);
  const ofPart = (wanted: FetchPart): MetricReading | null => readOfFetches(parts.filter(({ part }) => part === wanted)) ?? null;
  return {
    backlinks: firstKnown(
      [snapshot?.backlinks, 'snapshot', ofSnapshot],
      [totalOf(parts, 'backlinks'), 'provider_total', ofPart('backlinks')],
    ),
    referringDomains: firstKnown(
      [snapshot?.referringDomains, 'snapshot', ofSnapshot],
      [totalOf(parts, 'referring_domains'), 'provider_total', ofPart('referring_domains')],
    ),
    rankedKeywords: firstKnown(
      [totalOf(parts, 'keywords'), 'provider_total', ofPart('keywords')],
      [storedKeywords > 0 || complete.has('keywords') ? storedKeywords : null, 'stored_rows', ofPart('keywords')],
    ),
    snapshot,
    parts,
    missing: FETCH_PARTS.filter((part) => !complete.has(part)),
    updatedAt: newest([...parts.map((part) => part.completedAt), snapshot?.capturedAt ?? null]),
  };
}

function firstKnown(...candidates: readonly (readonly [number | null | undefined, MetricSource, MetricReading | null])[]): KnownCount {
  const [count = null, source = null, reading = null] = candidates.find(([value]) => typeof value === 'number') ?? [];
  return { count, source, reading };
}

/** Over all markets of a part; null when the total of one of them is not known. */
function totalOf(parts: readonly DomainFetch[], wanted: FetchPart): number | null {
  const totals = parts.filter(({ part }) => part === wanted).map(({ rowsTotal }) => rowsTotal);
  if (totals.length === 0) return null;
  return totals.reduce((sum, total) => (sum === null || total === null ? null : sum + total));
}

function newest(instants: readonly (Date | null)[]): Date | null {
  const times = instants.flatMap((instant) => instant?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Links to a host, and how they were counted. */
export interface BacklinksCount {
  readonly backlinks: number;
  readonly reading: MetricReading;
}

/** Links to each of the hosts that are known and that the caller may see. */
export async function findBacklinksCounts(ctx: DomainReader, domains: readonly string[]): Promise<ReadonlyMap<string, BacklinksCount>> {
  const known = domains.length === 0 ? [] : await listBacklinksCounts(ctx.postgres, domains, ctx);
  return new Map(Array.from(known, ([domain, { backlinks, ...read }]) => [domain, { backlinks, reading: readOfSnapshot(read) }]));
}

/** The links of each of the hosts that are known and that the caller may see, by name. */
export async function listLinkSummaries(ctx: DomainReader, domains: readonly string[]): Promise<LinkSummary[]> {
  return domains.length === 0 ? [] : await listLinkSummaryRows(ctx.postgres, domains, ctx);
}
