import { BROUGHT_UP, LACKING, OTHER, UNKNOWN } from './denials.ts';
import { fill, toFrames } from './frames.ts';
import type { Fold } from './split-words.ts';
import type { Span } from './sentences.ts';

const DENIALS = [...toFrames(UNKNOWN), ...toFrames(OTHER)];
const IS_BROUGHT_UP = new RegExp(fill(BROUGHT_UP), 'u');
const IS_LACKING = new RegExp(fill(LACKING), 'u');

/** In place of the name in a folded text, which has letters and digits alone. */
export const NAME_MARK = '@';
/** Folding takes "didn't" and "I'm" apart. */
const SHORTENED = /\b(\w+n) t\b/gu;
const CONTRACTED = /\b(i|we|you|they) (?:m|ve|d|ll|re)\b/gu;
/** As much as is folded at once. */
const REACH = 290;
/** Where a verb follows the name at once, "and" begins a clause of its own: "I know nothing of A and B is the best". */
const OWN_CLAUSE =
  /^.*\b(?:and|while|or) (?=@ (?:is|was|has|had|does|offers?|comes|remains|gets|costs|covers|stands|wins|works)\b(?! (?:not|no|never|un\w+)\b))/u;

/** A part of a text around a name, folded, with a mark in its place. */
export function foldAround(text: string, part: Span, { name, fold }: { readonly name: Span; readonly fold: Fold }): string {
  const before = text.slice(Math.max(part.from, name.from - REACH), name.from);
  const after = text.slice(name.to, Math.min(part.to, name.to + REACH));
  return plain(`${fold(before)} ${NAME_MARK} ${fold(after)}`);
}

/** Without the marks of shortened words. @param folded a folded text */
export function plain(folded: string): string {
  return folded.replaceAll(SHORTENED, '$1t').replaceAll(CONTRACTED, '$1').trim();
}

/**
 * Whether a clause says that what is named in it is not known, or is something else of that name.
 * @param said a clause with a mark in place of the name
 */
export function disclaims(said: string): boolean {
  const own = said.replace(OWN_CLAUSE, '');
  return DENIALS.some(({ says, unless }) => says.test(own) && unless?.test(own) !== true);
}

/**
 * Whether a name is only brought up, and what follows says that nothing is known of it: "You mention X; I have no record of it."
 * @param said the clause of the name, with a mark in its place
 * @param next what follows it, folded
 */
export function disclaimsNext(said: string, next: string): boolean {
  return IS_BROUGHT_UP.test(said) && IS_LACKING.test(plain(next));
}
