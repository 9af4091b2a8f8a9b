import { hashText, mix, noise, signed, unit } from '../hashing.ts';
import { homeFits, roleFits } from '../serp/fit.ts';
import type { Site } from '../world/sites.ts';
import type { Question, Understanding } from './question.ts';
import { firstChances } from './first.ts';
import { modelOf, refusalOf, shiftOf, type Settings } from './settings.ts';

/** How likely an answer names a brand, of answers that are answers. */
export interface BrandOdds {
  readonly site: Site;
  readonly named: number;
  /** Named before all others. */
  readonly first: number;
  /** How early it is named among those that are. */
  readonly weight: number;
  /** Its name is made of a word for the thing itself. */
  readonly isGeneric: boolean;
}

/** How likely a site is a source. */
export interface SourceOdds {
  readonly site: Site;
  /** Where the web was searched. */
  readonly citedOfSearched: number;
  readonly retrievedOfSearched: number;
  /** Of all answers. */
  readonly cited: number;
  readonly retrieved: number;
}

export interface Odds {
  readonly question: Question;
  readonly understanding: Understanding;
  readonly model: string;
  readonly refusal: number;
  readonly web: number;
  readonly brands: readonly BrandOdds[];
  readonly sources: readonly SourceOdds[];
  /** What it searches for, each with its chance where the web is searched. */
  readonly fanOuts: readonly { readonly query: string; readonly chance: number }[];
}

/** Media write about a topic and are sources, no brands of it; but where the topic is what they write, they are what is asked for. */
const MEDIA: ReadonlySet<string> = new Set(['content', 'reference', 'forum', 'video', 'news', 'reviews', 'institution']);
const HOME_FIT_MIN = 0.1;
const ASKED_FOR = 2.2;
const P_MIN = 0.01;
const P_MAX = 0.99;
/** Being asked to search is no promise to do it. */
const FORCED_STAYS_OFFLINE = 0.2;
const SITE_DAYS = 27;
const PROMPT_DAYS = 9;

/** The chances of everything that an answer may hold. Smooth in fit and strength, and drifting from day to day. */
export function weigh(sites: readonly Site[], understanding: Understanding, { question, settings }: Weighing): Odds {
  const judge = makeJudge(question, understanding, settings);
  const web = judge.web();
  const around = sites.filter((site) => judge.isNear(site));
  const named = oneOfName(around.filter((site) => judge.isBrand(site))).map((site) => ({ site, ...judge.name(site) }));
  const firsts = firstChances(named);
  return {
    question,
    understanding,
    model: judge.model,
    refusal: judge.refusal(),
    web,
    brands: named.map((brand, at) => ({ ...brand, first: firsts[at] ?? 0, isGeneric: isGeneric(brand.site) })),
    sources: around.map((site) => judge.cite(site, web)),
    fanOuts: understanding.near
      .slice(0, 6)
      .map((query) => ({ query, chance: 0.25 + 0.6 * unit(mix(hashText(query), understanding.hash)) })),
  };
}

/** A few sites have the same name: in an answer it is that of the first. */
function oneOfName(sites: readonly Site[]): readonly Site[] {
  return sites.filter(({ name }, at) => sites.findIndex((other) => other.name === name) === at);
}

interface Weighing {
  readonly question: Question;
  readonly settings: Settings;
}

interface Judge {
  readonly model: string;
  refusal(): number;
  web(): number;
  isNear(site: Site): boolean;
  isBrand(site: Site): boolean;
  name(site: Site): Pick<BrandOdds, 'named' | 'weight'>;
  cite(site: Site, web: number): SourceOdds;
}

function makeJudge(question: Question, { topic, hash, brands, query }: Understanding, settings: Settings): Judge {
  const { surface, day } = question;
  const { persona } = surface;
  const homes = homeFits(query);
  const roles = roleFits(query);
  const model = modelOf(settings, surface.id, day) ?? question.model ?? persona.model;
  const tastes = mix(mix(persona.hash, hashText(model)), surface.hash);

  /** What a site has going for it in this prompt, today. */
  const stand = (site: Site, salt: number): number => {
    const own = mix(mix(site.hash, hash), salt);
    const fit = (site.topic === topic ? 1 : 0.6) * roles[site.role] * homes[site.home];
    const drift =
      0.25 * noise(mix(site.hash, persona.hash), day / SITE_DAYS) + 0.35 * noise(own, day / PROMPT_DAYS) + 0.1 * noise(mix(own, 7), day);
    const liking = 1.9 * signed(mix(own, persona.hash)) + 0.6 * signed(mix(own, tastes));
    return 2.2 * (fit - 0.5) + 2.4 * (site.strength - 0.65) + liking + settings.drift * drift;
  };
  const shifted = (site: Site, of: 'named' | 'cited'): number => shiftOf(settings, of, { domain: site.domain, surfaceId: surface.id, day });

  return {
    model,
    refusal: () => refusalOf(settings, surface.id, day) ?? Math.min(1, persona.refusal + (persona.touchy[topic.id] ?? 0)),
    web() {
      if (question.web === 'off') return 0;
      if (persona.web === 1) return 1;
      const own = within(persona.web + 0.08 * signed(mix(hash, persona.hash)));
      return question.web === 'forced' ? 1 - (1 - own) * FORCED_STAYS_OFFLINE : own;
    },
    isNear: (site) =>
      brands.includes(site) ||
      ((site.topic === topic || site.reach === 'broad') && site.reach !== 'long_tail' && homes[site.home] >= HOME_FIT_MIN),
    isBrand: (site) => brands.includes(site) || (site.topic === topic && (!MEDIA.has(site.role) || topic.kind === 'content')),
    name(site) {
      const logit = persona.naming + stand(site, 1) + (brands.includes(site) ? ASKED_FOR : 0);
      return { named: within(chanceOf(logit) + shifted(site, 'named')), weight: Math.exp(0.8 * logit) };
    },
    cite(site, web) {
      const logit = persona.citing + stand(site, 2) + (persona.taste[site.role] ?? 0) + (brands.includes(site) ? ASKED_FOR : 0);
      const citedOfSearched = within(chanceOf(logit) + (web === 0 ? 0 : shifted(site, 'cited') / web));
      const retrievedOfSearched = citedOfSearched + (1 - citedOfSearched) * chanceOf(logit + 0.4);
      return { site, citedOfSearched, retrievedOfSearched, cited: web * citedOfSearched, retrieved: web * retrievedOfSearched };
    },
  };
}

/** Names such as "Invoice Desk": written small they are no name at all. */
function isGeneric({ name, topic }: Site): boolean {
  const [first = ''] = name.toLowerCase().split(' ');
  return name.includes(' ') && topic?.roots.includes(first) === true;
}

function chanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function within(chance: number): number {
  return Math.min(P_MAX, Math.max(P_MIN, chance));
}
