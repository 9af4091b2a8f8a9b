import { mix, pick } from '../hashing.ts';

/** Our own words: combinations of them are invented names, not anybody's brand. */
const ADJECTIVES = words(
  'amber cedar juniper maple harbor lantern willow copper quiet bright clover ember granite hazel indigo ivory jasper kestrel linden marble meadow olive opal otter pebble pine plover quartz raven sable saffron slate sparrow thistle tidal umber velvet wren northern little bramble cobalt dapple finch garnet heron larch mallow nettle orchid prairie rowan sorrel teal vesper walnut yarrow zephyr',
);
const ENDINGS = words('base flow desk pilot kit wise nest stack works yard lane house mill forge loom deck bay field point hive');
const SURNAMES = words(
  'harrow castell brandt lowell ferris okafor lindqvist moreau tanaka whitlock dunmore keller vogel hartmann seidel brunner novak alder pruitt sorensen delgado marlow pembroke ashby',
);
const PAPERS = words(
  'journal guide report notes digest corner post review letter diary almanac index monitor companion handbook weekly magazine insider',
);

/** A brand made of an adjective and a word of the topic, in one of several habits. */
export function brandName(root: string, hash: number): string {
  const adjective = pick(ADJECTIVES, hash);
  const ending = pick(ENDINGS, mix(hash, 1));
  const habits = [`${adjective} ${root}`, `${root} ${ending}`, `${adjective} ${ending}`, `${root} ${adjective}`];
  return pick(habits, mix(hash, 2));
}

/** A shop or practice named after a person. */
export function familyName(root: string, hash: number): string {
  return mix(hash, 3) % 3 === 0 ? `${pick(SURNAMES, hash)} and ${pick(SURNAMES, mix(hash, 5))} ${root}` : `${pick(SURNAMES, hash)} ${root}`;
}

/** A publication. */
export function paperName(root: string, hash: number): string {
  const paper = pick(PAPERS, hash);
  return mix(hash, 7) % 2 === 0 ? `${root} ${paper}` : `${pick(ADJECTIVES, mix(hash, 11))} ${paper}`;
}

/** A site about nothing in particular. */
export function genericName(hash: number): string {
  return `${pick(ADJECTIVES, hash)} ${pick(PAPERS, mix(hash, 13))}`;
}

/** Every word with a capital. */
export function toTitle(text: string): string {
  return text.replace(/(^|[\s-])(\p{L})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase());
}

/** The first letter capital. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Text as it stands in an address. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüß]/gu, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 80);
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
