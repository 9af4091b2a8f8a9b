import { hostMatches, normalizeUrl, toQualityTier, toSiteHost } from '#areas/domains/index.ts';
import type { AppContext } from '#context';
import { toGroups } from '#kernel/lists.ts';
import type { Verdict } from '../engine/judgement.ts';
import { toSubjectHash } from '../records/classification.ts';
import { listClassifications } from '../records/store/classifications.ts';
import { judgeTargetPage } from '../urls/judge-target-page.ts';
import { clearOldCounts, upsertTargetPages } from './store/pages.ts';
import { listLinkTargets, listRankedPages, type OwnSite, type SeenPage } from './store/sources.ts';

/** Pages of each source: those with the most links and keywords. */
const PAGES_MAX = 20_000;
/** Written at once, and judged without a pause. */
const PER_BATCH = 500;
/** Stages that saw the page itself, and people. */
const READERS: ReadonlySet<string> = new Set(['content', 'placeholder', 'rendered_page', 'llm', 'human_feedback']);

interface OwnPage extends SeenPage {
  readonly hash: string;
  readonly host: string;
  readonly source: string;
}

/**
 * Says of the pages of an own site what they are to their owner: of those that links lead to and those that rank. By
 * rules, and by what was read of them before; nothing is read or asked for it.
 * @returns how many pages
 */
export async function judgeOwnPages({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>, site: OwnSite): Promise<number> {
  const now = clock.now();
  const linked = await listLinkTargets(postgres, site.id, PAGES_MAX);
  const ranked = await listRankedPages(postgres, site.id, PAGES_MAX);
  const pages = mergePages(site.domain, [
    ['backlinks', linked],
    ['ranked_keywords', ranked],
  ]);
  for (const batch of toGroups(pages, PER_BATCH)) {
    const reads = await listReadings({ postgres }, batch);
    const rows = batch.map((page) => toRow(page, { site, now, read: reads.get(page.hash) }));
    await postgres.transaction((tx) => upsertTargetPages(tx, rows));
  }
  await clearOldCounts(postgres, site.domain, now);
  return pages.length;
}

/** One page for each normalized address of the site, sorted by hash. */
function mergePages(domain: string, sources: readonly (readonly [source: string, pages: readonly SeenPage[]])[]): OwnPage[] {
  const merged = new Map<string, OwnPage>();
  for (const [source, pages] of sources) {
    for (const page of pages) {
      const normal = normalizeUrl(page.url);
      if (normal === undefined || !hostMatches(normal.host, domain)) continue;
      const hash = toSubjectHash(normal.url);
      const known = merged.get(hash);
      merged.set(hash, {
        ...page,
        url: normal.url,
        hash,
        host: toSiteHost(normal.host),
        source: known?.source ?? source,
        title: known?.title ?? page.title,
        links: page.links + (known?.links ?? 0),
        // Two spellings of one address may be linked from the same site: at least so many are.
        linkingDomains: Math.max(page.linkingDomains, known?.linkingDomains ?? 0),
        keywords: Math.max(page.keywords, known?.keywords ?? 0),
      });
    }
  }
  return [...merged.values()].toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
}

async function listReadings({ postgres }: Pick<AppContext, 'postgres'>, pages: readonly OwnPage[]): Promise<ReadonlyMap<string, Verdict>> {
  const known = await listClassifications(
    postgres,
    'url',
    pages.map(({ hash }) => hash),
  );
  return new Map(
    known.flatMap(({ subjectHash, verdicts }) => {
      const read = verdicts.find(({ dimension, stage }) => dimension === 'page_type' && READERS.has(stage));
      return read === undefined ? [] : [[subjectHash, read] as const];
    }),
  );
}

function toRow(
  { url, hash, host, source, title, ...counts }: OwnPage,
  { site, now, read }: { readonly site: OwnSite; readonly now: Date; readonly read: Verdict | undefined },
) {
  const { type, category, isMoneyPage, confidence, evidence } = judgeTargetPage(url, { title, read });
  const tier = toQualityTier(site.rank);
  return {
    url,
    url_hash: hash,
    domain: host,
    first_seen: now,
    last_seen: now,
    data_tier: 'customer',
    source_endpoint: source,
    quality_tier: tier,
    quality_tier_source: tier === null ? null : 'domain_rank',
    target_page_type: type,
    target_page_category: category,
    is_money_page: isMoneyPage,
    target_page_confidence: confidence,
    target_page_evidence: evidence,
    links_to: counts.links,
    linking_domains: counts.linkingDomains,
    ranked_keywords: counts.keywords,
    target_judged_at: now,
  } as const;
}
