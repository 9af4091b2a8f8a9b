import { makeApiClient } from '../test/support/api-client.ts';
import { makeResearchAsks, researchSite, sumSites, type ResearchCase, type ResearchedSite } from '../test/support/site-research.ts';
import { makeWorld } from '../sandbox/world/index.ts';
import { startBenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { BENCH_KEY } from './support/process.ts';

const ON_TOPIC_MIN = 85;
const PAGES_MIN = 80;
const PLACES_MIN = 95;
const UNITED_STATES = 2840;
const UNITED_KINGDOM = 2826;
/** Each so many-th site is researched where it is not at home. */
const AWAY_EACH = 4;
/** Of the sandbox unless another one is set. */
const SEED = 'sightline';
const ENGLISH_HOMES: ReadonlySet<string> = new Set(['world', 'us', 'uk']);

/** How right whole runs are about sites that the service has never seen, everything that is recommended confirmed. */
export const researchSites: Bench = {
  name: 'research-sites',
  summary:
    'research runs on a site of every topic of the sandbox that the service sees for the first time, all recommended categories confirmed',
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { config } = bench.app.context;
      const asks = makeResearchAsks(makeApiClient(bench.app.url, BENCH_KEY), makeApiClient(String(config.sandbox)));
      const { sites: samples } = await asks.sandbox<{ sites: Sample[] }>('GET', '/world');
      const found: ResearchedSite[] = [];
      for (const one of listCases(samples)) found.push(await researchSite(asks, one));
      return {
        rows: [...found.flatMap((site) => toRows(site, toName(site))), ...toRows(sumSites(found), `all ${found.length} sites`)],
        notes: [
          'On topic: of the keywords that are kept, those of the topic of the site. Pages: of the clusters on topic, those whose target page is right by the truth, or null. Places: of 20 kept keywords of a site that it ranks for by the true result page, those with that place.',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

interface Sample {
  readonly domain: string;
  readonly topic: string | null;
}

/** The first sample of each topic that has one, and the second site of each other topic. */
function listCases(samples: readonly Sample[]): ResearchCase[] {
  const first = new Map(samples.toReversed().map(({ topic, domain }) => [topic, domain]));
  const world = makeWorld(SEED);
  const domains = world.topics.flatMap((topic) => {
    const others = world.sites.filter((site) => site.topic === topic && ENGLISH_HOMES.has(site.home));
    return first.get(topic.id) ?? others[1]?.domain ?? [];
  });
  return domains.map((domain, at) => ({ domain, locationCode: at % AWAY_EACH === AWAY_EACH - 1 ? UNITED_KINGDOM : UNITED_STATES }));
}

function toName({ domain, businessType, locationCode }: ResearchedSite): string {
  return `${domain} (${businessType}, ${locationCode})`;
}

function toRows(site: ResearchedSite, name: string): BenchRow[] {
  const { kept, onTopic, wanted, wantedKept, clusters, pagesRight, pagesWrong, placesTrue, placesKnown, placesWrong } = site;
  const share = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);
  return [
    { figure: `${name}: on topic, of ${kept}`, value: share(onTopic, kept), unit: '%', bound: { atLeast: ON_TOPIC_MIN } },
    { figure: `${name}: keywords of its topic kept`, value: share(wantedKept, wanted), unit: '%', bound: { atLeast: ON_TOPIC_MIN } },
    {
      figure: `${name}: pages right or null, of ${clusters}`,
      value: share(clusters - pagesWrong, clusters),
      unit: '%',
      bound: { atLeast: PAGES_MIN },
    },
    { figure: `${name}: pages right`, value: share(pagesRight, clusters), unit: '%' },
    { figure: `${name}: places known, of ${placesTrue}`, value: share(placesKnown, placesTrue), unit: '%', bound: { atLeast: PLACES_MIN } },
    { figure: `${name}: places that are wrong`, value: placesWrong, unit: '', bound: { atMost: 0 } },
  ];
}
