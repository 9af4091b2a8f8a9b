import { enrichPages } from '#areas/research/enrichment/enrich-pages.ts';
import { judgePages, toEnrichment } from '#areas/research/enrichment/judge-pages.ts';
import { recommendCategories } from '#areas/research/enrichment/categories/recommend-categories.ts';
import { settleFamilies } from '#areas/research/enrichment/settle-families.ts';
import type { Enrichment } from '#areas/research/runs/research-run.ts';
import { listFacts, type SitePage } from '#areas/research/site/page-facts.ts';
import { readSitePages, type PageShelf } from '#areas/research/site/read-pages.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import { makeWorld } from '../sandbox/world/index.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { listBrandForms, measureBrandFlags, type BrandCase } from './support/brand-flags.ts';
import { measureClusters, type ClusterTruth } from './support/keyword-clusters.ts';

const TYPES_RIGHT_MIN = 95;
const CATEGORIES_RIGHT_MIN = 90;
const BRAND_F1_MIN = 98;
const ADJUSTED_RAND_MIN = 0.8;
const JUDGED_MS_MAX = 200;
/** So many categories are looked at. */
const TOP = 3;
const CANDIDATES = 40;
/** Of the sandbox unless another one is set. */
const SEED = 'sightline';
/** Places of a topic's sites that are judged: of all homes, not all of the same kind. */
const OTHERS: readonly number[] = [0, 1, 2, 6, 9];
/** Keywords of its topic that are flagged for each site. */
const OTHERS_PER_SITE = 60;
const NO_SHELF: PageShelf = { find: () => Promise.resolve(undefined), keep: () => Promise.resolve() };

/** What is true of a site. */
interface SiteTruth extends ClusterTruth {
  readonly business_type: string;
  /** The true one first, then those above it. */
  readonly categories: readonly { readonly id: number }[];
  readonly brand_names: readonly string[];
}

/** A site as it was judged, beside the truth. */
interface Compared {
  readonly truth: SiteTruth;
  readonly enrichment: Enrichment;
  readonly ms: number;
}

/** How right research is about every sample site of the sandbox: by rules alone, and with provider and language model. */
export const researchQuality: Bench = {
  name: 'research-quality',
  summary: 'what the sample sites of the sandbox are, by rules and vectors alone, and with provider and language model',
  run: async () => {
    const bench = await startBenchApp();
    try {
      const sandbox = openSandboxOf(bench);
      const truths = await listTruths(sandbox, await listSamples(sandbox));
      const others = await listTruths(sandbox, await listOthers(sandbox));
      const alone = await judgeAll(bench, truths, judgeAlone);
      const whole = await judgeAll(bench, truths, judgeWhole);
      return {
        rows: [
          ...toRows('rules alone', alone),
          {
            figure: 'rules alone: time to judge a site that is read',
            value: median(alone.map(({ ms }) => ms)),
            unit: 'ms',
            bound: { atMost: JUDGED_MS_MAX },
          },
          ...toRows('with provider and model', whole),
          ...toRows('rules alone, topics without a sample', await judgeAll(bench, others, judgeAlone)).map(
            ({ bound: _bound, ...row }) => row,
          ),
          ...(await measureBrandFlags(await listBrandCases(sandbox, alone), BRAND_F1_MIN)),
          ...(await measureClusters(truths, ADJUSTED_RAND_MIN)),
        ],
        notes: [
          `${truths.length} sites. A category counts when the true one is among the first ${TOP}; "or next to it" also takes the one above it and those below it.`,
          'Topics without a sample: the tables of rules were written with the samples at hand, so these figures are nearer to what a new site meets.',
          'The sandbox answers as provider and model by the truth of its world, so the second block shows that the parts fit together; the first one is what the rules know by themselves.',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

type Ask = <Answer>(path: string, body?: unknown) => Promise<Answer>;

function openSandboxOf({ app }: BenchApp): Ask {
  const { sandbox } = app.context.config;
  return async <Answer>(path: string, body?: unknown) => {
    const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await (await fetch(`${String(sandbox)}/_sandbox${path}`, options)).json()) as Answer;
  };
}

async function listTruths(ask: Ask, domains: readonly string[]): Promise<SiteTruth[]> {
  return await Promise.all(domains.map((domain) => ask<SiteTruth>(`/truth/research?domain=${domain}`)));
}

interface Sample {
  readonly domain: string;
  readonly topic: string;
}

async function listSamples(ask: Ask): Promise<string[]> {
  return (await ask<{ sites: Sample[] }>('/world')).sites.map(({ domain }) => domain);
}

/** Sites of every topic that no sample is about: some of each home. */
async function listOthers(ask: Ask): Promise<string[]> {
  const known = new Set((await ask<{ sites: Sample[] }>('/world')).sites.map(({ topic }) => topic));
  const world = makeWorld(SEED);
  return world.topics
    .filter(({ id }) => !known.has(id))
    .flatMap((topic) => world.sites.filter((site) => site.topic === topic).filter((_site, at) => OTHERS.includes(at)))
    .map(({ domain }) => domain);
}

type Judge = (bench: BenchApp, host: string, pages: readonly SitePage[]) => Promise<Enrichment>;

async function judgeAll(bench: BenchApp, truths: readonly SiteTruth[], judge: Judge): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const truth of truths) {
    const { pages } = await readSitePages(bench.app.context, { url: `https://${truth.domain}/`, isLastTry: true }, NO_SHELF);
    const startedAt = performance.now();
    const enrichment = await judge(bench, truth.domain, pages);
    compared.push({ truth, enrichment, ms: performance.now() - startedAt });
  }
  return compared;
}

async function judgeAlone(_bench: BenchApp, host: string, pages: readonly SitePage[]): Promise<Enrichment> {
  const judged = await judgePages(listFacts(pages), host);
  const enrichment = toEnrichment(judged, await recommendCategories(judged, CANDIDATES));
  return { ...enrichment, categories: settleFamilies(enrichment.categories, () => undefined) };
}

async function judgeWhole({ app }: BenchApp, host: string, pages: readonly SitePage[]): Promise<Enrichment> {
  const { signal } = new AbortController();
  return (await enrichPages(app.context, { pages, host, organizationId: null, scope: { source: 'api' }, signal })).enrichment;
}

/** Keywords of a site's topic, and its name in the ways that people write it. */
async function listBrandCases(ask: Ask, compared: readonly Compared[]): Promise<BrandCase[]> {
  return await Promise.all(
    compared.map(async ({ truth, enrichment }) => {
      const { domain } = truth;
      const texts = truth.clusters.flatMap(({ keywords }) => keywords);
      const others = texts.filter((_text, at) => at % Math.ceil(texts.length / OTHERS_PER_SITE) === 0);
      const known = await ask<{ keywords: { keyword: string; brand_domain: string | null }[] }>('/truth/research', { keywords: others });
      const own = listBrandForms(truth.brand_names, domain).map((text) => ({ text, isOwn: true }));
      const rest = known.keywords.filter(({ brand_domain }) => brand_domain === null || brand_domain === domain);
      return { domain, enrichment, keywords: [...own, ...rest.map((one) => ({ text: one.keyword, isOwn: one.brand_domain === domain }))] };
    }),
  );
}

function toRows(name: string, compared: readonly Compared[]): BenchRow[] {
  const share = (test: (one: Compared) => boolean): number => (100 * compared.filter(test).length) / compared.length;
  const gap = compared.reduce((sum, one) => sum + one.enrichment.businessTypeConfidence - (isRight(one) ? 1 : 0), 0) / compared.length;
  return [
    { figure: `${name}: business type right`, value: share(isRight), unit: '%', bound: { atLeast: TYPES_RIGHT_MIN } },
    { figure: `${name}: confidence of the type less what is right`, value: 100 * gap, unit: 'points' },
    { figure: `${name}: true category among the first ${TOP}`, value: share(hasTrue), unit: '%', bound: { atLeast: CATEGORIES_RIGHT_MIN } },
    { figure: `${name}: true category or one next to it`, value: share(hasNear), unit: '%' },
    {
      figure: `${name}: true category first`,
      value: share(({ truth, enrichment }) => enrichment.categories[0]?.id === truth.categories[0]?.id),
      unit: '%',
    },
    {
      figure: `${name}: language right`,
      value: share(({ truth, enrichment }) => enrichment.languageCode === truth.language_code),
      unit: '%',
    },
  ];
}

function isRight({ truth, enrichment }: Compared): boolean {
  return enrichment.businessType === truth.business_type;
}

function hasTrue({ truth, enrichment }: Compared): boolean {
  return enrichment.categories.slice(0, TOP).some(({ id }) => id === truth.categories[0]?.id);
}

function hasNear({ truth, enrichment }: Compared): boolean {
  const [own, above] = truth.categories;
  return enrichment.categories
    .slice(0, TOP)
    .some(({ id }) => id === own?.id || id === above?.id || findProviderCategory(id)?.parentId === own?.id);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
