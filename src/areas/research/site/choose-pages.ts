import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import type { PageFacts } from './page-facts.ts';
import { loadPageKinds } from './page-kinds.ts';

type Link = PageFacts['outline']['links'][number];

interface Choice {
  readonly url: string;
  readonly kind: string;
  readonly worth: number;
}

const FILE = /\.(?!html?$|php$|aspx?$|jsp$)[a-z0-9]{2,5}$/iu;
/** A link in a navigation whose words are in no table: most often a part of the offer. */
const UNKNOWN_WORTH = 3;
const PLACE_WORTH: Readonly<Record<Link['place'], number>> = { menu: 1, body: 0, foot: -0.5 };
const OTHER_HOST_WORTH = -2;
const QUERY_WORTH = -2;
const STEP_WORTH = -0.5;
/** Each further page of a kind says less. */
const REPEAT_WORTH = -3;

/**
 * The pages of a site that say most of what it offers, most useful first: those that its navigation names as products,
 * services, prices, about, contact, before others (`data/page-words.tsv`). Legal pages, accounts and files are none.
 * @param url where the start page was found
 */
export async function choosePages({ outline }: PageFacts, url: string, countMax: number): Promise<string[]> {
  const findKind = await loadPageKinds();
  const start = new URL(url);
  const seen = new Set([toKey(start)]);
  const choices: Choice[] = [];
  for (const link of outline.links) {
    const target = new URL(link.url);
    const key = toKey(target);
    if (seen.has(key) || !isSameSite(start, target) || FILE.test(target.pathname)) continue;
    seen.add(key);
    const { kind, worth } = findKind(link) ?? { kind: 'other', worth: link.place === 'menu' ? UNKNOWN_WORTH : 1 };
    const total = worth + PLACE_WORTH[link.place] + weighAddress(start, target);
    if (worth > 0) choices.push({ url: link.url, kind, worth: total });
  }
  return takeBest(choices, countMax);
}

function takeBest(choices: readonly Choice[], countMax: number): string[] {
  const left = new Set(choices);
  const taken = new Map<string, number>();
  const chosen: string[] = [];
  while (chosen.length < countMax && left.size > 0) {
    const worthNow = ({ kind, worth }: Choice): number => worth + REPEAT_WORTH * (taken.get(kind) ?? 0);
    // Of equal ones the first of the page.
    const best = [...left].reduce((one, other) => (worthNow(other) > worthNow(one) ? other : one));
    left.delete(best);
    taken.set(best.kind, (taken.get(best.kind) ?? 0) + 1);
    chosen.push(best.url);
  }
  return chosen;
}

function weighAddress(start: URL, target: URL): number {
  const steps = target.pathname.split('/').filter((part) => part !== '').length;
  return (
    STEP_WORTH * Math.max(0, steps - 1) +
    (bareHost(start) === bareHost(target) ? 0 : OTHER_HOST_WORTH) +
    (target.search === '' ? 0 : QUERY_WORTH)
  );
}

function isSameSite(start: URL, target: URL): boolean {
  return toRegistrableDomain(start.hostname) === toRegistrableDomain(target.hostname);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./u, '');
}

function toKey(url: URL): string {
  return `${bareHost(url)}${url.pathname.replace(/\/(?:index\.\w+)?$/u, '')}${url.search}`.toLowerCase();
}
