import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { toWeekKey } from '#kernel/weeks.ts';
import type { LinkSummary } from '#providers/search-data/links.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { countClassifiedLinks, deleteWeek, insertWeeks, linkWeeks, lockWeeks } from './store/weeks.ts';
import { isKnownWeek, NO_LINK_COUNTS, NO_METRICS, type Snapshot, type SnapshotMetrics } from './snapshot.ts';
import { toSnapshotLine } from './snapshot-line.ts';

export interface NewSnapshot {
  readonly domain: KnownDomain;
  /** What the provider said now; null: it does not know the domain, which is kept too. */
  readonly summary: LinkSummary | null;
  readonly now: Date;
  readonly costUsd: number;
  /** Takes the place of what this week has, if the provider knows the domain. */
  readonly isRefresh?: boolean;
}

export interface WrittenSnapshot {
  /** ISO week, `YYYYWW`. */
  readonly yearWeek: string;
  /** False: the week had its row before, and it stays. */
  readonly inserted: boolean;
}

/**
 * Writes the present week of a domain: its row, its previous period, and the row for
 * ClickHouse. There is one snapshot per domain and week: the first one with known metrics stays, also under
 * concurrent writes, unless this is a refresh.
 */
export async function writeSnapshot(
  tx: Transaction,
  ctx: Pick<AppContext, 'outbox'>,
  { domain, summary, now, costUsd, isRefresh = false }: NewSnapshot,
): Promise<WrittenSnapshot> {
  const day = toDay(now);
  const yearWeek = toWeekKey(day);
  await lockWeeks(tx, domain.id);
  if (summary !== null) await deleteWeek(tx, domain.id, { yearWeek, isUnknownOnly: !isRefresh });
  const metrics = summary === null ? NO_METRICS : await toMetrics(tx, domain.id, summary);
  const inserted = await writeWeeks(tx, ctx, {
    domain,
    snapshots: [{ ...metrics, yearWeek, asOf: day, source: 'summary', costUsd, capturedAt: now }],
  });
  return { yearWeek, inserted: inserted > 0 };
}

/** Writes the weeks that have no row yet. The caller holds the lock of the domain's weeks. @returns how many were written */
export async function writeWeeks(
  tx: Transaction,
  { outbox }: Pick<AppContext, 'outbox'>,
  { domain, snapshots }: { readonly domain: KnownDomain; readonly snapshots: readonly Snapshot[] },
): Promise<number> {
  const inserted = new Set(await insertWeeks(tx, domain.id, snapshots));
  if (inserted.size === 0) return 0;
  await linkWeeks(tx, domain.id);
  const known = snapshots.filter((snapshot) => inserted.has(snapshot.yearWeek) && isKnownWeek(snapshot));
  if (known.length > 0)
    await outbox.append(
      tx,
      'backlink_snapshots',
      known.map((snapshot) => toSnapshotLine(domain.domain, snapshot)),
    );
  return inserted.size;
}

async function toMetrics(tx: Transaction, domainId: number, summary: LinkSummary): Promise<SnapshotMetrics> {
  const types = summary.platformTypes;
  // Every link counts for some type, if only for `unknown`: no type at all, and the map was not there.
  const isMapped = Object.keys(types).length > 0 || summary.backlinks === 0;
  const platforms = isMapped
    ? { news: types['news'] ?? 0, blogs: types['blogs'] ?? 0, ecommerce: types['ecommerce'] ?? 0, forums: types['message-boards'] ?? 0 }
    : {};
  return {
    rank: summary.rank,
    backlinks: summary.backlinks,
    backlinksNofollow: summary.backlinksNofollow,
    referringDomains: summary.referringDomains,
    referringMainDomains: summary.referringMainDomains,
    spamScore: summary.spamScore,
    counts: { ...NO_LINK_COUNTS, ...platforms },
    platformTypes: isMapped ? types : null,
    classified: await countClassifiedLinks(tx, domainId),
  };
}
