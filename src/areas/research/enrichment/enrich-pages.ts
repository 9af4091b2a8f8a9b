import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { EnrichedBy, Enrichment } from '../runs/research-run.ts';
import { listFacts, type SitePage } from '../site/page-facts.ts';
import { addModelAnswer } from './add-model-answer.ts';
import { askSiteModel, type AskKeeper } from './ask-site-model.ts';
import { describeFocus } from './describe-focus.ts';
import { toPageDescription } from './describe-page.ts';
import { findHomeMarket } from './find-home-market.ts';
import { judgePages } from './judge-pages.ts';
import { askAboutDomain, askAboutSeeds, type ProviderContext } from './provider-categories.ts';
import { recommendCategories } from './recommend-categories.ts';

export type EnrichContext = ProviderContext & Pick<AppContext, 'llm'>;

export interface EnrichInput {
  readonly pages: readonly SitePage[];
  readonly host: string;
  /** Where and in which language keywords will be wanted; else where the site most likely is at home. */
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
  readonly organizationId: string | null;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
  /** Keeps the answer of the model; left out, nothing is kept. */
  readonly keeper?: AskKeeper | undefined;
}

export interface Enriched {
  readonly enrichment: Enrichment;
  readonly costUsd: number;
}

const CANDIDATES_MAX = 40;
const CATEGORIES_MAX = 10;

/**
 * Says what a site is by its pages: by rules and the built-in vectors, and with the provider and a language model where
 * these are configured, have a budget and answer. `notes` say what took no part.
 * @throws Error without a page that was read
 */
export async function enrichPages(ctx: EnrichContext, input: EnrichInput): Promise<Enriched> {
  const { host, scope, signal, organizationId } = input;
  const pages = listFacts(input.pages);
  const [start] = pages;
  if (start === undefined) throw new Error(`no page of ${host} was read`);
  const { business, brandNames, phrases, seedKeywords, languageCode, texts } = await judgePages(pages, host);
  const home = findHomeMarket(ctx, host, languageCode);
  const market = { locationCode: input.locationCode ?? home.locationCode, languageCode: input.languageCode ?? home.languageCode };
  const question = { host, seeds: seedKeywords, market, organizationId, scope, signal };
  const [ofDomain, ofSeeds] = await Promise.all([askAboutDomain(ctx, question), askAboutSeeds(ctx, question)]);
  const candidates = await recommendCategories({ phrases, texts, ofDomain: ofDomain.value, ofSeeds: ofSeeds.value }, CANDIDATES_MAX);
  const model = await askSiteModel(ctx, { host, pages: pages.map(toPageDescription), candidates }, input);

  const isProviderIn = (ofDomain.value?.size ?? 0) > 0 || (ofSeeds.value?.size ?? 0) > 0;
  const by: EnrichedBy[] = ['rules', 'embedding', ...(isProviderIn ? (['provider'] as const) : [])];
  const enrichment: Enrichment = {
    businessType: business.type,
    businessTypeConfidence: business.confidence,
    businessFocus: describeFocus(seedKeywords, start.title),
    categories: candidates.slice(0, CATEGORIES_MAX),
    seedKeywords,
    brandNames,
    languageCode,
    by,
    notes: [ofDomain.note, ofSeeds.note, model.note].filter((note) => note !== undefined),
  };
  return {
    enrichment: model.value === undefined ? enrichment : addModelAnswer({ business, enrichment, candidates }, model.value),
    costUsd: ofDomain.costUsd + ofSeeds.costUsd + model.costUsd,
  };
}
