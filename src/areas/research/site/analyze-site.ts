import type { Estimate } from '#areas/costs/index.ts';
import { estimateKeywordMetrics, getKeywordMetrics, type KeywordMetricsOutcome } from '#areas/keywords/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { SpendScope } from '#providers/metering.ts';
import { enrichPages, type EnrichContext } from '../enrichment/enrich-pages.ts';
import { estimateSiteEnrichment } from '../enrichment/estimate-enrichment.ts';
import { findHomeMarket } from '../enrichment/find-home-market.ts';
import { tryPaid } from '../enrichment/try-paid.ts';
import type { Enrichment } from '../runs/research-run.ts';
import type { SitePage } from './page-facts.ts';
import { readSitePages, type PageShelf } from './read-pages.ts';

type AnalyzeContext = EnrichContext & Pick<RequestContext, 'pageFetch' | 'outbox' | 'caller' | 'requestId' | 'signal'>;

export interface AnalyzeSiteInput {
  /** Normalized. */
  readonly url: string;
  readonly host: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

export interface SiteKeyword {
  readonly keyword: string;
  /** Searches a month; null: unknown. */
  readonly searchVolume: number | null;
  /** 0 to 1; null: unknown. */
  readonly competition: number | null;
  /** Of the site's categories where it fits one of them, else the provider's first; null: unknown. */
  readonly categoryId: number | null;
}

export interface SiteAnalysis {
  readonly enrichment: Enrichment;
  readonly keywords: readonly SiteKeyword[];
  readonly market: { readonly locationCode: number; readonly languageCode: string };
  readonly notes: readonly string[];
  readonly costUsd: number;
}

/** In the ledger and in budgets by type of workflow. */
const WORKFLOW_TYPE = 'analyze-site';
const SEEDS_MAX = 30;

/**
 * Says what a site is and which keywords belong to it, and keeps nothing of it. Without the provider the keywords have
 * no metrics, and `notes` say so.
 * @throws UnreadableSiteError when the start page says nothing of a site
 */
export async function analyzeSite(ctx: AnalyzeContext, input: AnalyzeSiteInput): Promise<SiteAnalysis> {
  const { url, host } = input;
  const { signal } = ctx;
  const scope: SpendScope = { source: 'api', runId: ctx.requestId, workflowType: WORKFLOW_TYPE, ...causeOf(ctx.caller) };
  const organizationId = ctx.caller.organizationId ?? null;
  const { pages } = await readSitePages(ctx, { url, signal, isLastTry: true }, makeNoShelf());
  const { enrichment, costUsd } = await enrichPages(ctx, { pages, ...input, host, organizationId, scope, signal });
  const home = findHomeMarket(ctx, host, enrichment.languageCode);
  const market = { locationCode: input.locationCode ?? home.locationCode, languageCode: input.languageCode ?? home.languageCode };
  const bought = await tryPaid(
    'The figures of the keywords',
    async () => {
      const result = await getKeywordMetrics(ctx, { keywords: enrichment.seedKeywords, ...market, organizationId }, scope, { signal });
      return { value: result, costUsd: result.costUsd };
    },
    signal,
  );
  const stopped = bought.value?.stoppedBy;
  return {
    enrichment,
    keywords: enrichment.seedKeywords.map((keyword) =>
      toSiteKeyword(keyword, bought.value?.metrics.get(normalizeKeyword(keyword)), enrichment),
    ),
    market,
    notes: [...enrichment.notes, ...(bought.note === undefined ? [] : [bought.note]), ...(stopped === undefined ? [] : [stopped.message])],
    costUsd: sumUsd([costUsd, bought.costUsd]),
  };
}

/** What `analyzeSite` costs at most. */
export async function estimateAnalysis(ctx: AnalyzeContext, { host, locationCode, languageCode }: AnalyzeSiteInput): Promise<Estimate> {
  const home = findHomeMarket(ctx, host, languageCode ?? 'en');
  const market = { locationCode: locationCode ?? home.locationCode, languageCode: languageCode ?? home.languageCode };
  const keywords = Array.from({ length: SEEDS_MAX }, (_none, at) => `${host} ${at}`);
  const enrichment = estimateSiteEnrichment(ctx);
  if (!ctx.searchData.isConfigured) return enrichment;
  const metrics = await estimateKeywordMetrics(ctx, { keywords, ...market, organizationId: ctx.caller.organizationId ?? null }, ctx.caller);
  return { calls: enrichment.calls + metrics.calls, costUsd: sumUsd([enrichment.costUsd, metrics.costUsd]) };
}

function toSiteKeyword(keyword: string, outcome: KeywordMetricsOutcome | undefined, { categories }: Enrichment): SiteKeyword {
  if (outcome === undefined || typeof outcome === 'string') return { keyword, searchVolume: null, competition: null, categoryId: null };
  const fitting = categories.find(({ id }) => outcome.categories.includes(id));
  const { searchVolume, competition } = outcome;
  return { keyword, searchVolume, competition, categoryId: fitting?.id ?? outcome.categories.at(-1) ?? null };
}

/** For sites of which nothing is kept. */
export function makeNoShelf(): PageShelf {
  return { find: () => Promise.resolve<SitePage | undefined>(undefined), keep: () => Promise.resolve() };
}
