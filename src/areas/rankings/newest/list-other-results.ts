import type { Page } from '#kernel/lists.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { hostOf, isCounted, matchItems } from '../ingest/match-results.ts';
import type { Ranking, RankingFilter, RankingPage } from '../ranking.ts';
import { readResults, type ResultStores } from '../results/read-results.ts';
import { listSubjectRuns, listSubjects, listWatchedSites, type Subject, type SubjectRun } from './store/other-subjects.ts';

/** What every result says that is none of an asset, in the newest check of its page. */
const OF_OTHERS = {
  assetId: null,
  assetName: null,
  relationship: 'OTHER',
  status: 'ranked',
  previousRankGroup: null,
  previousRankAbsolute: null,
  error: null,
  failedAt: null,
  isRecomputed: false,
} as const;

/**
 * What stands in the newest results of the project's keywords and belongs to none of its assets,
 * by keyword and rank. Looks into the pages of the first hundred keywords that fit.
 * @throws as `readResults`
 */
export async function listOtherResults(stores: ResultStores, filter: RankingFilter, { limit, offset }: Page): Promise<RankingPage> {
  if ((filter.status !== undefined && filter.status !== 'ranked') || filter.assetId !== undefined) return { rankings: [], total: 0 };
  const { postgres } = stores;
  const subjects = await listSubjects(postgres, filter);
  const [runs, sites] = await Promise.all([listSubjectRuns(postgres, subjects), listWatchedSites(postgres, filter.projectId)]);
  const items = await readResults(stores, runs, { withDetails: false });
  const targets = sites.map((site) => ({ key: site.domain, ...site }));
  const found = runs.flatMap((run) => {
    const subject = subjects[run.index];
    if (subject === undefined) return [];
    const counted = (items.get(run.id) ?? []).filter((item) => isCounted(item, subject.channel) && isOf(item, filter.domain));
    const owners = matchItems(counted, targets);
    const others = counted.filter((item) => !owners.has(item)).toSorted(byRank);
    return others.map((item) => ({ subject, run, item }));
  });
  return { rankings: found.slice(offset, offset + limit).map(toRanking), total: found.length };
}

function isOf(item: SerpItem, domain: string | undefined): boolean {
  if (domain === undefined) return true;
  const host = hostOf(item) ?? '';
  return host === domain || host.endsWith(`.${domain}`);
}

function byRank(one: SerpItem, other: SerpItem): number {
  return one.rankAbsolute - other.rankAbsolute || one.rankGroup - other.rankGroup;
}

function toRanking({ subject, run, item }: { readonly subject: Subject; readonly run: SubjectRun; readonly item: SerpItem }): Ranking {
  const { checkedDepth, checkTs, checkDate, provider, costUsd, serpFeatures } = run;
  return {
    ...subject,
    ...OF_OTHERS,
    domain: hostOf(item) ?? '',
    rankAbsolute: item.rankAbsolute,
    rankGroup: item.rankGroup,
    url: item.url,
    title: item.title,
    isFeaturedSnippet: item.isFeaturedSnippet,
    runId: run.id,
    checkedDepth,
    checkTs,
    checkDate,
    provider,
    costUsd,
    serpFeatures,
  };
}
