import { judgePages } from '#areas/research/enrichment/judge-pages.ts';
import { recommendCategories } from '#areas/research/enrichment/recommend-categories.ts';
import { readPages, type PageShelf } from '#areas/research/site/read-pages.ts';
import { listFacts } from '#areas/research/site/page-facts.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { measureBrandFlags } from './support/brand-flags.ts';

const TYPES_RIGHT_MIN = 95;
const CATEGORIES_RIGHT_MIN = 90;
const BRAND_F1_MIN = 98;
/** So many categories are looked at. */
const TOP = 3;
const NO_SHELF: PageShelf = { find: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

/** What is true of a site. */
export interface SiteTruth {
  readonly domain: string;
  readonly business_type: string;
  readonly language_code: string;
  /** The true one first, then those above it. */
  readonly categories: readonly { readonly id: number }[];
  readonly brand_names: readonly string[];
  readonly clusters: readonly { readonly keywords: readonly string[] }[];
}

/** How one way of judging a site compares with the truth. */
interface Judged {
  readonly type: string;
  readonly confidence: number;
  readonly languageCode: string;
  readonly categoryIds: readonly number[];
  readonly ms: number;
}

/** How right research is about every sample site of the sandbox: by rules alone, and with provider and language model. */
export const researchQuality: Bench = {
  name: 'research-quality',
  summary: 'what the sample sites of the sandbox are, by rules and vectors alone, and with provider and language model',
  run: async () => {
    const bench = await startBenchApp();
    try {
      const truths = await listTruths(bench);
      const alone = await judgeAll(truths, (truth) => judgeAlone(bench, truth));
      const whole = await judgeAll(truths, (truth) => judgeWhole(bench, truth));
      return {
        rows: [
          ...toRows('rules and vectors alone', alone, true),
          ...toRows('with provider and language model', whole, true),
          { figure: 'rules alone: time to judge a read site', value: mean(alone.map(({ ms }) => ms)), unit: 'ms', bound: { atMost: 200 } },
          ...(await measureBrandFlags(bench, truths, BRAND_F1_MIN)),
        ],
        notes: [
          `${truths.length} sites. A category counts when the true one is among the first ${TOP}; "or next to it" also takes the one above it and those below it.`,
          'The sandbox answers as provider and as model with the truth of its world, so the second block shows that the parts fit together; the first one is what the rules know by themselves.',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

async function listTruths(bench: BenchApp): Promise<SiteTruth[]> {
  const sandboxUrl = bench.app.context.config.sandboxUrl ?? '';
  const ask = async <Answer>(path: string): Promise<Answer> => (await (await fetch(sandboxUrl + path)).json()) as Answer;
  const { sites } = await ask<{ sites: { domain: string }[] }>('/_sandbox/world');
  return await Promise.all(sites.map(({ domain }) => ask<SiteTruth>(`/_sandbox/truth/research?domain=${domain}`)));
}

interface Compared extends Judged {
  readonly truth: SiteTruth;
}

async function judgeAll(truths: readonly SiteTruth[], judge: (truth: SiteTruth) => Promise<Judged>): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const truth of truths) compared.push({ ...(await judge(truth)), truth });
  return compared;
}

async function judgeAlone({ app }: BenchApp, { domain }: SiteTruth): Promise<Judged> {
  const { pages } = await readPages(app.context, { url: `https://${domain}/`, isLastTry: true }, NO_SHELF);
  const startedAt = performance.now();
  const judged = await judgePages(listFacts(pages), domain);
  const categories = await recommendCategories(judged, TOP);
  const ms = performance.now() - startedAt;
  const { business, languageCode } = judged;
  return { type: business.type, confidence: business.confidence, languageCode, categoryIds: categories.map(({ id }) => id), ms };
}

interface RunAnswer {
  readonly enrichment: {
    readonly business_type: string;
    readonly business_type_confidence: number;
    readonly language_code: string;
    readonly recommended_categories: readonly { readonly id: number }[];
  };
}

async function judgeWhole(bench: BenchApp, { domain }: SiteTruth): Promise<Judged> {
  const startedAt = performance.now();
  const { enrichment } = await bench.call<RunAnswer>('POST', '/run', { url: domain });
  return {
    type: enrichment.business_type,
    confidence: enrichment.business_type_confidence,
    languageCode: enrichment.language_code,
    categoryIds: enrichment.recommended_categories.slice(0, TOP).map(({ id }) => id),
    ms: performance.now() - startedAt,
  };
}

function toRows(name: string, compared: readonly Compared[], isBound: boolean): BenchRow[] {
  const share = (test: (one: Compared) => boolean): number => (100 * compared.filter(test).length) / compared.length;
  const isRight = ({ type, truth }: Compared): boolean => type === truth.business_type;
  const gaps = compared.map((one) => one.confidence - (isRight(one) ? 1 : 0));
  return [
    { figure: `${name}: business type right`, value: share(isRight), unit: '%', ...bound(isBound, TYPES_RIGHT_MIN) },
    { figure: `${name}: sureness of the type beyond what is right`, value: 100 * mean(gaps), unit: 'points' },
    { figure: `${name}: true category among the first ${TOP}`, value: share(hasTrue), unit: '%', ...bound(isBound, CATEGORIES_RIGHT_MIN) },
    { figure: `${name}: or next to it`, value: share(hasNear), unit: '%' },
    { figure: `${name}: first category is the true one`, value: share(isFirst), unit: '%' },
    { figure: `${name}: language right`, value: share(({ languageCode, truth }) => languageCode === truth.language_code), unit: '%' },
  ];
}

function bound(isBound: boolean, atLeast: number): Pick<BenchRow, 'bound'> {
  return isBound ? { bound: { atLeast } } : {};
}

function hasTrue({ categoryIds, truth }: Compared): boolean {
  const id = truth.categories[0]?.id;
  return id === undefined || categoryIds.includes(id);
}

function isFirst({ categoryIds, truth }: Compared): boolean {
  return categoryIds[0] === truth.categories[0]?.id;
}

function hasNear({ categoryIds, truth }: Compared): boolean {
  const [own, above] = truth.categories;
  return categoryIds.some((id) => id === own?.id || id === above?.id || findProviderCategory(id)?.parentId === own?.id);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
