import { mix, signed, unit } from '../hashing.ts';
import type { Site } from '../world/sites.ts';
import type { Topic } from '../world/topics.ts';
import { driftOf, volatilityOf } from './drift.ts';
import { homeFits, roleFits } from './fit.ts';
import type { SerpQuery } from './query.ts';

/** One page of a site that answers the query. */
export interface RankedPage {
  readonly site: Site;
  /** 0 for the best page of the site, 1 and 2 for further ones. */
  readonly ordinal: number;
  readonly host: string;
  readonly score: number;
}

const RESULTS_MAX = 230;
const BRAND_SCORE = 12;
/** Who is less at home where the searcher is stays away. */
const HOME_FIT_MIN = 0.1;
const LONG_TAIL_WORDS = 5;
const SECOND_PAGE_CHANCE = 0.3;
const THIRD_PAGE_CHANCE = 0.06;
/** Sites of neighbouring topics know a little about this one. */
const NEIGHBOUR_RELEVANCE = 0.32;

/** Sites grouped so that a query looks only at those that can answer it. */
export interface Contest {
  readonly byTopic: ReadonlyMap<Topic, readonly Site[]>;
  readonly everywhere: readonly Site[];
}

export function makeContest(sites: readonly Site[], topics: readonly Topic[]): Contest {
  const neighbours = (topic: Topic): Site[] => {
    if (topic.kind === 'local') return [];
    const near = [topics[topic.index - 1], topics[topic.index + 1]].filter((other) => other?.kind === topic.kind);
    return sites.filter((site) => site.topic !== undefined && near.includes(site.topic));
  };
  return {
    byTopic: new Map(topics.map((topic) => [topic, [...sites.filter((site) => site.topic === topic), ...neighbours(topic)]])),
    everywhere: sites.filter((site) => site.topic === undefined),
  };
}

/** The organic results of a query, best first; the same query on the same day always gives the same list. */
export function rankPages(contest: Contest, query: SerpQuery): readonly RankedPage[] {
  const judge = makeJudge(query);
  const pages: RankedPage[] = [];
  for (const site of contest.byTopic.get(query.facts.topic) ?? []) addPages(pages, site, judge);
  for (const site of contest.everywhere) addPages(pages, site, judge);
  pages.sort((left, right) => right.score - left.score || left.site.index - right.site.index || left.ordinal - right.ordinal);
  return pages.slice(0, resultsFor(query));
}

/** How many results `rankPages` would give, which is known before anything is weighed. */
export function countPages(contest: Contest, query: SerpQuery): number {
  const most = resultsFor(query);
  const homes = homeFits(query);
  let count = 0;
  for (const sites of [contest.byTopic.get(query.facts.topic) ?? [], contest.everywhere])
    for (const site of sites) {
      if (count >= most) return most;
      if (query.facts.brand === site || homes[site.home] >= HOME_FIT_MIN) count += pagesOf(site, query);
    }
  return Math.min(count, most);
}

interface Judge {
  readonly query: SerpQuery;
  /** Score of a site's best page; undefined when it does not take part. */
  score(site: Site): number | undefined;
}

function makeJudge(query: SerpQuery): Judge {
  const { facts, place, day } = query;
  const homes = homeFits(query);
  const roles = roleFits(query);
  const volatility = volatilityOf(facts.hash);
  const engineSalt = query.engine === 'bing' ? 0x0b1a : 0;
  return {
    query,
    score(site) {
      // Nothing moves a site from its own name.
      if (facts.brand === site) return BRAND_SCORE;
      const home = homes[site.home];
      if (home < HOME_FIT_MIN) return undefined;
      const relevance = relevanceOf(site, facts.topic);
      const own = mix(site.hash, facts.hash);
      const local = mix(own, place.code);
      const fit = roles[site.role];
      const steady = 2.6 * relevance * fit * home + 0.6 * home + 1.5 * site.strength + 0.55 * signed(mix(own, 29)) + 0.12 * signed(local);
      const device = query.device === 'mobile' ? 0.1 * signed(mix(local, 31)) + 0.06 * signed(mix(site.hash, 37)) : 0;
      const engine = engineSalt === 0 ? 0 : 0.5 * signed(mix(own, engineSalt)) - 0.3 * site.strength;
      return steady + device + engine + driftOf(mix(site.hash, engineSalt), mix(local, engineSalt), day, volatility);
    },
  };
}

function relevanceOf(site: Site, topic: Topic): number {
  if (site.reach === 'topic') return site.topic === topic ? 1 : NEIGHBOUR_RELEVANCE;
  const interest = unit(mix(site.hash, topic.hash));
  return site.reach === 'broad' ? 0.45 + 0.35 * interest : 0.08 + 0.42 * interest;
}

/** How many pages a site has on the subject: one, and sometimes further ones. */
function pagesOf(site: Site, query: SerpQuery): number {
  if (site.reach === 'long_tail') return 1;
  if (query.facts.brand === site) return 3;
  const chance = unit(mix(mix(site.hash, query.facts.hash), 43));
  if (chance < THIRD_PAGE_CHANCE) return 3;
  return chance < SECOND_PAGE_CHANCE ? 2 : 1;
}

function addPages(pages: RankedPage[], site: Site, judge: Judge): void {
  const score = judge.score(site);
  if (score === undefined) return;
  pages.push({ site, ordinal: 0, host: site.host, score });
  const count = pagesOf(site, judge.query);
  if (count === 1) return;
  const gap = 0.1 + 0.9 * unit(mix(mix(site.hash, judge.query.facts.hash), 47));
  pages.push({ site, ordinal: 1, host: site.subdomains[0] ?? site.host, score: score - gap });
  if (count > 2) pages.push({ site, ordinal: 2, host: site.subdomains[1] ?? site.host, score: score - gap - 0.5 });
}

/** Few people write about long phrases. */
function resultsFor(query: SerpQuery): number {
  const words = query.facts.text.split(' ').length;
  if (query.facts.isKnown || words < LONG_TAIL_WORDS) return RESULTS_MAX;
  return 34 + (mix(query.facts.hash, 53) % (RESULTS_MAX - 34));
}
