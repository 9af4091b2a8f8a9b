import { mix, noise, signed, unit } from '../hashing.ts';

/**
 * How a page's score moves from day to day: the whole site slowly (news, core updates), the page for
 * the keyword at a middling pace, a little every day, and now and then a jump that lasts for weeks.
 */
const SITE_DAYS = 27;
const PAGE_DAYS = 9;
const JUMP_DAYS = 19;
const SITE_SHARE = 0.16;
const PAGE_SHARE = 0.2;
const DAILY_SHARE = 0.05;
const JUMP_CHANCE = 0.05;
const OUTAGE_CHANCE = 0.008;

/**
 * @param siteHash of the site
 * @param pageHash of the site together with the keyword
 * @param day days since 1970
 * @param volatility of the keyword, about 0.5 (calm) to 2 (news)
 */
export function driftOf(siteHash: number, pageHash: number, day: number, volatility: number): number {
  const smooth =
    SITE_SHARE * noise(siteHash, day / SITE_DAYS + unit(siteHash)) + PAGE_SHARE * noise(pageHash, day / PAGE_DAYS + unit(pageHash));
  const daily = DAILY_SHARE * noise(mix(pageHash, 7), day);
  return volatility * (smooth + daily) + jumpOf(siteHash, pageHash, day) + outageOf(pageHash, day);
}

/** A new level that begins on one day and ends on another. */
function jumpOf(siteHash: number, pageHash: number, day: number): number {
  const epoch = Math.floor(day / JUMP_DAYS + unit(mix(pageHash, 11)));
  const dice = mix(mix(pageHash, 13), epoch);
  if (unit(dice) > JUMP_CHANCE) return 0;
  return 1.1 * signed(mix(mix(dice, siteHash), 15));
}

/** A page that leaves the index for some days and comes back. */
function outageOf(pageHash: number, day: number): number {
  const epoch = Math.floor(day / 5 + unit(mix(pageHash, 17)));
  return unit(mix(mix(pageHash, 19), epoch)) < OUTAGE_CHANCE ? -6 : 0;
}

/** How restless a keyword's results are. */
export function volatilityOf(keywordHash: number): number {
  return 0.5 + 1.3 * unit(mix(keywordHash, 23)) ** 1.5;
}
