import type { ApiClient } from './api-client.ts';

/** How right a research run is about a site that the service has never seen, by the truth of the sandbox. */

/** A site, and where its keywords are wanted. */
export interface ResearchCase {
  readonly domain: string;
  readonly locationCode: number;
}

/** Asks the service, or the control endpoints of the sandbox; throws unless it succeeds. */
export type Ask = <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>;

export interface ResearchAsks {
  readonly service: Ask;
  readonly sandbox: Ask;
}

/** What was found about one site. Counts, not shares. */
export interface ResearchedSite extends ResearchCase {
  readonly businessType: string;
  readonly kept: number;
  readonly onTopic: number;
  /** True keywords of the site's topic, and those of them that were kept. */
  readonly wanted: number;
  readonly wantedKept: number;
  /** Clusters whose keywords are of the site's topic. */
  readonly clusters: number;
  /** Clusters with the page that serves the subject, and with another one. The rest has none. */
  readonly pagesRight: number;
  readonly pagesWrong: number;
  /** Of the keywords that were looked up, all in the database of the provider: those that the site ranks for, and those of them whose place is the true one. */
  readonly placesTrue: number;
  readonly placesKnown: number;
  /** Keywords with a place that the truth does not have. */
  readonly placesWrong: number;
  readonly costUsd: number;
  readonly estimateUsd: number;
  /** What the run says of the places that it knows, and what went wrong. */
  readonly ranks: readonly { readonly status: string }[];
  readonly errors: readonly { readonly step: string }[];
}

const COUNTED = [
  'kept',
  'onTopic',
  'wanted',
  'wantedKept',
  'clusters',
  'pagesRight',
  'pagesWrong',
  'placesTrue',
  'placesKnown',
  'placesWrong',
  'costUsd',
  'estimateUsd',
] as const;
type Counted = (typeof COUNTED)[number];

interface TrueSite {
  readonly business_type: string;
  readonly language_code: string;
  readonly topics: readonly string[];
  readonly subjects: readonly { readonly subject: string; readonly url: string }[];
  readonly clusters: readonly { readonly keywords: readonly string[] }[];
}

interface TrueKeyword {
  readonly keyword: string;
  readonly topic: string;
  readonly subject: string;
  /** Whether the database of the provider holds it. */
  readonly is_known: boolean;
}

interface FoundKeyword {
  readonly keyword: string;
  readonly language_code: string;
  readonly current_rank: number | null;
  readonly cluster_id: string | null;
}

interface FoundCluster {
  readonly cluster_id: string;
  readonly target_url: string | null;
}

const WAIT_MS = 300_000;
const LOOK_MS = 50;
/** Keywords of a site whose places are looked up in the truth. */
const LOOKED_UP = 20;
const ROWS_MAX = 1_000;
/** Places that count. */
const UNPAID: ReadonlySet<string> = new Set(['organic', 'featured_snippet']);

export function makeResearchAsks(api: ApiClient, sandbox: ApiClient): ResearchAsks {
  const toAsk =
    (client: ApiClient, base: string): Ask =>
    async <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => {
      const answer = method === 'GET' ? await client.get(base + path) : await client.post(base + path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as Answer;
    };
  return { service: toAsk(api, ''), sandbox: toAsk(sandbox, '/_sandbox') };
}

/** All of them as one. */
export function sumSites(sites: readonly ResearchedSite[]): ResearchedSite {
  const [first] = sites;
  if (first === undefined) throw new Error('no site was researched');
  const sum = (name: Counted): number => sites.reduce((total, site) => total + site[name], 0);
  return { ...first, domain: 'all', ...(Object.fromEntries(COUNTED.map((name) => [name, sum(name)])) as Record<Counted, number>) };
}

/** Runs a research whose recommended categories are all confirmed, and compares what it kept with the truth. */
export async function researchSite(asks: ResearchAsks, { domain, locationCode }: ResearchCase): Promise<ResearchedSite> {
  const { run_id: runId } = await asks.service<{ run_id: string }>('POST', '/run', {
    url: `https://${domain}/`,
    location_code: locationCode,
    async: true,
  });
  const path = `/run/${runId}`;
  const run = await waitFor(asks, path, 'awaiting_category_confirmation');
  const confirmation = {
    categories: run.enrichment.recommended_categories.map(({ id, confidence }) => ({ id, confidence, assigned_by: 'ai' })),
    locations: [{ location_code: locationCode }],
  };
  const { estimate } = await asks.service<{ estimate: { cost_usd: number } }>('POST', `${path}/confirm-categories`, {
    ...confirmation,
    dry_run: true,
  });
  await asks.service('POST', `${path}/confirm-categories`, confirmation);
  const { harvest, errors } = await waitFor(asks, path, 'complete');
  const keywords = await listAll<FoundKeyword>(asks, `${path}/keywords`, 'keywords');
  const clusters = await listAll<FoundCluster>(asks, `${path}/clusters`, 'clusters');
  const truth = await asks.sandbox<TrueSite>('GET', `/truth/research?domain=${domain}`);
  const known = await listTruths(asks, keywords);
  const listed = keywords.filter(({ keyword }) => known.get(keyword)?.is_known === true);
  const places = await comparePlaces(asks, { domain, locationCode }, listed);
  const wanted = new Set(truth.clusters.flatMap(({ keywords: texts }) => texts));
  const isOnTopic = ({ keyword }: FoundKeyword): boolean => truth.topics.includes(known.get(keyword)?.topic ?? '');
  return {
    domain,
    locationCode,
    businessType: truth.business_type,
    kept: keywords.length,
    onTopic: keywords.filter(isOnTopic).length,
    wanted: wanted.size,
    wantedKept: keywords.filter(({ keyword }) => wanted.has(keyword)).length,
    ...comparePages(truth, { keywords: keywords.filter(isOnTopic), clusters, known }),
    ...places,
    costUsd: harvest.cost_usd,
    estimateUsd: estimate.cost_usd,
    ranks: harvest.ranks,
    errors,
  };
}

/** The record of a run, as far as it is there. */
interface Run {
  readonly status: string;
  readonly error: string | null;
  readonly errors: ResearchedSite['errors'];
  readonly enrichment: { readonly recommended_categories: readonly { readonly id: number; readonly confidence: number }[] };
  readonly harvest: { readonly cost_usd: number; readonly ranks: ResearchedSite['ranks'] };
}

async function waitFor({ service }: ResearchAsks, path: string, status: string): Promise<Run> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    const run = await service<Run>('GET', `${path}/status`);
    if (run.status === status) return run;
    if (run.status === 'failed') throw new Error(`the run failed: ${String(run.error)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  throw new Error(`the run did not become ${status}`);
}

async function listAll<Row>({ service }: ResearchAsks, path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await service<Record<string, Row[]>>('GET', `${path}?limit=${ROWS_MAX}&offset=${rows.length}`);
    rows.push(...(page[name] ?? []));
    if ((page[name] ?? []).length < ROWS_MAX) return rows;
  }
}

async function listTruths({ sandbox }: ResearchAsks, keywords: readonly FoundKeyword[]): Promise<ReadonlyMap<string, TrueKeyword>> {
  const body = await sandbox<{ keywords: TrueKeyword[] }>('POST', '/truth/research', { keywords: keywords.map(({ keyword }) => keyword) });
  return new Map(body.keywords.map((one) => [one.keyword, one]));
}

/** A cluster is about the subject of most of its keywords. */
function comparePages(
  { subjects }: TrueSite,
  found: {
    readonly keywords: readonly FoundKeyword[];
    readonly clusters: readonly FoundCluster[];
    readonly known: ReadonlyMap<string, TrueKeyword>;
  },
): Pick<ResearchedSite, 'clusters' | 'pagesRight' | 'pagesWrong'> {
  const pageOf = new Map(subjects.map(({ subject, url }) => [subject, toPage(url)]));
  const members = Map.groupBy(found.keywords, ({ cluster_id: id }) => id);
  let [clusters, pagesRight, pagesWrong] = [0, 0, 0];
  for (const { cluster_id: id, target_url: url } of found.clusters) {
    const own = members.get(id);
    if (own === undefined) continue;
    const counts = [...Map.groupBy(own, ({ keyword }) => found.known.get(keyword)?.subject ?? '')];
    const [subject = ''] = counts.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    clusters += 1;
    if (url === null) continue;
    if (toPage(url) === pageOf.get(subject)) pagesRight += 1;
    else pagesWrong += 1;
  }
  return { clusters, pagesRight, pagesWrong };
}

function toPage(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./u, '')}${pathname}`;
}

interface ResultItem {
  readonly type: string;
  readonly rank_group: number;
  readonly domain: string | null;
}

async function comparePlaces(
  { sandbox }: ResearchAsks,
  { domain, locationCode }: ResearchCase,
  keywords: readonly FoundKeyword[],
): Promise<Pick<ResearchedSite, 'placesTrue' | 'placesKnown' | 'placesWrong'>> {
  const step = Math.max(1, Math.floor(keywords.length / LOOKED_UP));
  let [placesTrue, placesKnown, placesWrong] = [0, 0, 0];
  for (const { keyword, language_code: language, current_rank: rank } of keywords.filter((_one, at) => at % step === 0)) {
    const query = new URLSearchParams({ keyword, location_code: String(locationCode), language_code: language });
    const { items } = await sandbox<{ items: ResultItem[] }>('GET', `/truth/serp?${query.toString()}`);
    const own = items.filter((item) => UNPAID.has(item.type) && item.domain?.replace(/^www\./u, '').endsWith(domain));
    if (own.length > 0) placesTrue += 1;
    if (own.some((item) => item.rank_group === rank)) placesKnown += 1;
    else if (rank !== null) placesWrong += 1;
  }
  return { placesTrue, placesKnown, placesWrong };
}
