import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { Enrichment } from '../runs/research-run.ts';
import { listFacts, type SitePage, type PageFacts } from '../site/page-facts.ts';
import { addModelAnswer } from './add-model-answer.ts';
import { askSiteModel } from './ask-site-model.ts';
import { findHomeMarket } from './find-home-market.ts';
import { judgePages, toEnrichment } from './judge-pages.ts';
import { askAboutDomain, askAboutSeeds, type ProviderContext } from './categories/provider-categories.ts';
import { recommendCategories } from './categories/recommend-categories.ts';
import { settleFamilies } from './settle-families.ts';
import type { PageDescription } from './site-prompt.ts';

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
  /** The run that asks the model, once; left out: a repeat asks again. */
  readonly runId?: string | undefined;
}

export interface Enriched {
  readonly enrichment: Enrichment;
  readonly costUsd: number;
}

const CANDIDATES_MAX = 40;

/**
 * Says what a site is by its pages: by rules and the built-in vectors, and with the provider and a language model where
 * these are configured, have a budget and answer. `notes` say what took no part.
 * @throws Error without a page that was read
 */
export async function enrichPages(ctx: EnrichContext, input: EnrichInput): Promise<Enriched> {
  const { host, scope, signal, organizationId } = input;
  const pages = listFacts(input.pages);
  if (pages.length === 0) throw new Error(`no page of ${host} was read`);
  const judged = await judgePages(pages, host);
  const home = findHomeMarket(ctx, host, judged.languageCode);
  const market = { locationCode: input.locationCode ?? home.locationCode, languageCode: input.languageCode ?? home.languageCode };
  const question = { host, seeds: judged.seedKeywords, market, organizationId, scope, signal };
  const [ofDomain, ofSeeds] = await Promise.all([askAboutDomain(ctx, question), askAboutSeeds(ctx, question)]);
  const candidates = await recommendCategories({ ...judged, ofDomain: ofDomain.value?.shares, ofSeeds: ofSeeds.value }, CANDIDATES_MAX);
  const model = await askSiteModel(ctx, { host, pages: pages.map(toPageDescription), candidates }, input);

  const byRules = toEnrichment(judged, candidates);
  const isProviderIn = (ofDomain.value?.shares.size ?? 0) > 0 || (ofSeeds.value?.size ?? 0) > 0;
  const enrichment: Enrichment = {
    ...byRules,
    by: isProviderIn ? [...byRules.by, 'provider'] : byRules.by,
    notes: [ofDomain.note, ofSeeds.note, model.note].filter((note) => note !== undefined),
  };
  const { business } = judged;
  const answered = model.value === undefined ? enrichment : addModelAnswer({ business, enrichment, candidates }, model.value);
  const countKeywords = ofDomain.value?.countKeywords ?? (() => undefined);
  return {
    enrichment: { ...answered, categories: settleFamilies(answered.categories, countKeywords) },
    costUsd: sumUsd([ofDomain.costUsd, ofSeeds.costUsd, model.costUsd]),
  };
}

/** A page as the model is shown it. */
function toPageDescription({ title, description, h1, schemaTypes, outline, text }: PageFacts): PageDescription {
  const menu = outline.links.filter(({ place }) => place === 'menu').map((link) => link.text);
  return {
    title: title ?? '',
    description: description ?? '',
    heading: h1 ?? '',
    headings: outline.headings.join('\n'),
    navigation: menu.join('\n'),
    declared: schemaTypes.join(', '),
    text,
  };
}
