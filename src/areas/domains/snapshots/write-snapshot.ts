import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { toWeekKey } from '#kernel/weeks.ts';
import type { LinkSummary } from '#providers/search-data/links.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { KnownDomain } from '../ingest/known-domain.ts';
import { countClassifiedLinks, deleteWeek, insertWeeks, linkWeeks, lockWeeks } from '../store/summaries.ts';
import { isKnown, NO_COUNTS, NO_FIGURES, type Snapshot, type SnapshotFigures } from './snapshot.ts';
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
 * Keeps the present week of a domain: its row, what came before it, and its way to ClickHouse
 * (specification 4.6, "one snapshot per domain per week"). However often and by how many at once it is
 * written, the first one of a week that knows something stays, unless it is a refresh.
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
  const figures = summary === null ? NO_FIGURES : await toFigures(tx, domain.id, summary);
  const inserted = await writeWeeks(tx, ctx, {
    domain,
    snapshots: [{ ...figures, yearWeek, asOf: day, source: 'summary', costUsd, capturedAt: now }],
  });
  return { yearWeek, inserted: inserted > 0 };
}

/** Keeps the weeks that have no row yet, and tells how many that were. The caller holds the lock of the domain's weeks. */
export async function writeWeeks(
  tx: Transaction,
  { outbox }: Pick<AppContext, 'outbox'>,
  { domain, snapshots }: { readonly domain: KnownDomain; readonly snapshots: readonly Snapshot[] },
): Promise<number> {
  const inserted = new Set(await insertWeeks(tx, domain.id, snapshots));
  if (inserted.size === 0) return 0;
  await linkWeeks(tx, domain.id);
  const known = snapshots.filter((snapshot) => inserted.has(snapshot.yearWeek) && isKnown(snapshot));
  if (known.length > 0)
    await outbox.append(
      tx,
      'backlink_snapshots',
      known.map((snapshot) => toSnapshotLine(domain.domain, snapshot)),
    );
  return inserted.size;
}

async function toFigures(tx: Transaction, domainId: number, summary: LinkSummary): Promise<SnapshotFigures> {
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
    counts: { ...NO_COUNTS, ...platforms, ...(await countClassifiedLinks(tx, domainId)) },
    platformTypes: isMapped ? types : null,
  };
}
