/** Names of places that do not exist, one for each number, so that a host made of one belongs to one number only. */

const ONSETS = 'bdfghjklmnprstvw'.split('');
const VOWELS = 'aeiou'.split('');
const CODAS = 'nrlsmtdk'.split('');
const SUFFIXES =
  'ford ville wood field ham ley mere dale ton bury stead worth wick port haven bridge brook burg berg bach heim dorf hausen stadt gate hill mont mouth land side combe don well water holm by thorpe minster stone grove park crest view bay point ridge lake fell'.split(
    ' ',
  );
const DIGITS = [ONSETS, VOWELS, CODAS, ONSETS, VOWELS, SUFFIXES] as const;

/** Numbers below this have a name of their own. */
export const TOWNS = 2 ** 21;
/** Odd, so that neighbours lie far apart and none falls on another. */
const SCATTER = 1_174_483;

/** A name of five letters and an ending: `haldeford`. */
export function townName(number: number): string {
  let rest = (number * SCATTER) % TOWNS;
  let name = '';
  for (const letters of DIGITS) {
    name += letters[rest % letters.length] ?? '';
    rest = Math.floor(rest / letters.length);
  }
  return name;
}

/** A pattern that matches names of towns and nothing else. */
export const TOWN_PATTERN = `[${ONSETS.join('')}][aeiou][${CODAS.join('')}][${ONSETS.join('')}][aeiou](?:${SUFFIXES.join('|')})`;
