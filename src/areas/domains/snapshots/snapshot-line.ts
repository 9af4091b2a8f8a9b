import { toUtcText } from '#kernel/clock.ts';
import { toCountFields, type Snapshot } from './snapshot.ts';

/** A week as a row of the analytics table `backlink_snapshots`. */
export function toSnapshotLine(domain: string, { counts, ...snapshot }: Snapshot): object {
  return {
    domain,
    year_week: snapshot.yearWeek,
    as_of: snapshot.asOf,
    source: snapshot.source,
    rank: snapshot.rank,
    backlinks: snapshot.backlinks,
    backlinks_nofollow: snapshot.backlinksNofollow,
    referring_domains: snapshot.referringDomains,
    referring_main_domains: snapshot.referringMainDomains,
    spam_score: snapshot.spamScore,
    ...toCountFields(counts),
    links_platform_types: snapshot.platformTypes ?? {},
    classified: Object.fromEntries(Object.entries(snapshot.classified ?? {}).filter(([, count]) => count !== null)),
    cost_usd: snapshot.costUsd,
    captured_at: toUtcText(snapshot.capturedAt),
  };
}
