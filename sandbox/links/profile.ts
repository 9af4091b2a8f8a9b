import { mix, unit } from '../hashing.ts';
import type { Site } from '../world/sites.ts';
import { inventReferrer, toReferrer, type Referrer } from './referrer.ts';

/** A domain that links to a target, for a while or for good. Days count from 1970. */
export interface Referral {
  readonly referrer: Referrer;
  readonly firstDay: number;
  /** The first day without it; undefined for those that stay. */
  readonly lostDay: number | undefined;
  /** Links that it ends up with; they come one after the other. */
  readonly linksMax: number;
}

/** The vendor's index begins here: 2019-01-01. */
export const INDEX_DAY = 17_897;
const SETTLED_DAY = 20_000;
/** Grown by this share of the size on the settled day, every day after it. */
const GROWTH_PER_DAY = 0.0004;
/** A quarter comes and goes. */
const CHURN_SHARE = 0.25;
const CHURN_DAYS_MIN = 40;
const CHURN_DAYS_SPREAD = 300;
/** Places of those that pass begin here. Of those that are remembered together, each turn of a place has a host of its own. */
const PASSING_FROM = 1_000_000;
const TURNS_APART = 32;
/** How far back lost ones are remembered. */
const LOST_KEPT_DAYS = 365;
/** Few domains link often. */
const LINKS = [1, 1, 2, 1, 3, 1, 1, 8, 2, 1, 1, 4, 1, 1, 24, 1, 2, 1, 6, 1, 1, 3, 1, 90, 1, 2, 1, 1, 12, 1, 1, 5, 1, 1, 2, 1, 40, 1, 3, 1];

/**
 * All that link to a site on a day, or did within the year before it: those that stay, in the order in
 * which they came, and those that come and go, each in a place that the next one takes over.
 * @param sites of the world, some of which are among them
 */
export function listReferrals(site: Site, sites: readonly Site[], day: number): Referral[] {
  const size = sizeOf(site);
  const staying = listStaying(site, sites, stayingOn(site, day));
  const passing = Array.from({ length: Math.ceil(CHURN_SHARE * size) }, (_unused, place) => listPassing(site, place, day)).flat();
  return [...staying, ...passing];
}

/** So many sites keep those that stay, which are the same on every day: a series of weeks asks for them again and again. */
const SITES_KEPT = 8;
const kept = new Map<Site, Referral[]>();

function listStaying(site: Site, sites: readonly Site[], count: number): readonly Referral[] {
  const known = kept.get(site) ?? [];
  kept.delete(site);
  kept.set(site, known);
  if (kept.size > SITES_KEPT) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
  for (let place = known.length; place < count; place += 1) {
    const referrer = referrerAt(site, sites, place);
    known.push({ referrer, firstDay: firstDayOf(site, place), lostDay: undefined, linksMax: linksAt(site, place) });
  }
  return known.slice(0, count);
}

/** How many domains link for good when the world has settled. */
function sizeOf(site: Site): number {
  return Math.max(3, Math.round(10 ** (0.7 + 3.9 * site.strength)));
}

function stayingOn(site: Site, day: number): number {
  const size = sizeOf(site);
  if (day >= SETTLED_DAY) return Math.floor(size * (1 + growthOf(site) * (day - SETTLED_DAY)));
  return Math.max(0, Math.floor((size * (day - INDEX_DAY)) / (SETTLED_DAY - INDEX_DAY)));
}

function growthOf(site: Site): number {
  return GROWTH_PER_DAY * (0.3 + unit(mix(site.hash, 201)));
}

/** The inverse of `stayingOn`: the first day on which there are more than `place`. */
function firstDayOf(site: Site, place: number): number {
  const size = sizeOf(site);
  let day =
    place < size
      ? INDEX_DAY + Math.floor(((place + 1) * (SETTLED_DAY - INDEX_DAY)) / size)
      : SETTLED_DAY + Math.floor(((place + 1) / size - 1) / growthOf(site));
  while (stayingOn(site, day) <= place) day += 1;
  while (stayingOn(site, day - 1) > place) day -= 1;
  return day;
}

function listPassing(site: Site, place: number, day: number): Referral[] {
  const seed = mix(site.hash, place + 7);
  const daysEach = CHURN_DAYS_MIN + (seed % CHURN_DAYS_SPREAD);
  const phase = INDEX_DAY + (mix(seed, 1) % daysEach);
  const newest = Math.floor((day - phase) / daysEach);
  const found: Referral[] = [];
  for (let turn = newest; turn >= 0; turn -= 1) {
    const firstDay = phase + turn * daysEach;
    const lostDay = firstDay + daysEach;
    if (lostDay <= day - LOST_KEPT_DAYS) break;
    const referrer = inventReferrer(mix(seed, turn + 3), PASSING_FROM + place, PASSING_FROM + place * TURNS_APART + (turn % TURNS_APART));
    found.push({ referrer, firstDay, lostDay, linksMax: linksAt(site, place + turn) });
  }
  return found;
}

/** The first ones are sites of the world, each once; the others are invented. */
function referrerAt(site: Site, sites: readonly Site[], place: number): Referrer {
  const step = 1 + (site.hash % (sites.length - 1));
  const other =
    place < sites.length / WORLD_SHARE ? sites[(site.index + 1 + place * coprime(step, sites.length)) % sites.length] : undefined;
  return other === undefined || other === site ? inventReferrer(mix(site.hash, 5), place) : toReferrer(other);
}

/** At most every third site of the world links to a site. */
const WORLD_SHARE = 3;

/** The next step that leads around the whole list before it comes back. */
function coprime(step: number, length: number): number {
  let found = step;
  while (divisorOf(found, length) !== 1) found += 1;
  return found;
}

function divisorOf(left: number, right: number): number {
  return right === 0 ? left : divisorOf(right, left % right);
}

function linksAt(site: Site, place: number): number {
  const factor = 2 + (mix(site.hash, 203) % 4);
  return factor * (LINKS[(place + (site.hash % LINKS.length)) % LINKS.length] ?? 1);
}
