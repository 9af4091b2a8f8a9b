import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { Enrichment } from '../runs/research-run.ts';
import { listFacts, type SitePage } from '../site/page-facts.ts';
import { findBrandNames } from './brand-names.ts';
import { chooseSeeds } from './choose-seeds.ts';
import { describeFocus } from './describe-focus.ts';
import { judgeBusinessType } from './judge-business-type.ts';
import { listPhrases } from './list-phrases.ts';
import { recommendCategories } from './recommend-categories.ts';

export interface EnrichInput {
  readonly pages: readonly SitePage[];
  readonly host: string;
  readonly scope: SpendScope;
  readonly signal?: AbortSignal | undefined;
}

/** Says what a site is by its pages. @throws Error without a page that was read */
export async function enrichPages(_ctx: Pick<AppContext, 'llm'>, { pages, host }: EnrichInput): Promise<Enrichment> {
  const facts = listFacts(pages);
  const [start] = facts;
  if (start === undefined) throw new Error(`no page of ${host} was read`);
  const business = await judgeBusinessType(facts, host);
  const brandNames = await findBrandNames(facts, host);
  const phrases = await listPhrases(facts, brandNames);
  const seedKeywords = await chooseSeeds(phrases);
  return {
    businessType: business.type,
    businessTypeConfidence: business.confidence,
    businessFocus: describeFocus(seedKeywords, start.title),
    categories: await recommendCategories({ phrases }),
    seedKeywords,
    brandNames,
    languageCode: start.languageCode ?? facts.find(({ languageCode }) => languageCode !== null)?.languageCode ?? 'en',
    by: ['rules', 'embedding'],
    notes: [],
  };
}
