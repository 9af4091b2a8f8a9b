import { readTable, splitCell } from '../data/read-table.ts';
import type { PageSignals } from '../page-signals.ts';
import { makePhraseMatcher, type PhraseFinding, type PhraseMatcher } from '../reading/phrase-matcher.ts';
import type { Clue } from './weigh.ts';

/** Where a word stands, and how much of its weight it has there. */
const PARTS: readonly (readonly [name: string, share: number, take: (signals: PageSignals) => string | null])[] = [
  ['title', 1, ({ title, siteName }) => `${title ?? ''} | ${siteName ?? ''}`],
  ['heading', 0.5, ({ h1 }) => h1],
  ['description', 0.7, ({ description }) => description],
  ['text', 0.35, ({ text }) => text.slice(0, 800)],
];
/** The words of one part count once for a kind of site; a second word adds this. */
const SECOND_WORD = 0.5;

let known: { readonly matcher: PhraseMatcher; readonly weightOf: ReadonlyMap<string, number> } | undefined;

/** What the words of title, description and text say about the kind of a site (`data/site-words.tsv`). */
export function listWordClues(signals: PageSignals): Clue[] {
  known ??= load();
  const { matcher, weightOf } = known;
  return PARTS.flatMap(([name, share, take]) => {
    const words = new Map<string, PhraseFinding[]>();
    for (const finding of matcher.find(take(signals) ?? '')) {
      const [label = ''] = finding.kind.split(' ');
      words.set(label, [...(words.get(label) ?? []), finding]);
    }
    return [...words].map(([label, findings]) => {
      const weight = Math.max(...findings.map(({ kind }) => weightOf.get(kind) ?? 0)) + (findings.length > 1 ? SECOND_WORD : 0);
      return { group: `words of the ${name}`, weights: { [label]: weight * share }, evidence: `"${findings[0]?.phrase}" in its ${name}` };
    });
  });
}

function load() {
  const rows = readTable('site-words.tsv').map(([label, weight, phrases]) => ({
    kind: `${label} ${weight}`,
    weight,
    phrases: splitCell(phrases),
  }));
  return { matcher: makePhraseMatcher(rows), weightOf: new Map(rows.map(({ kind, weight }) => [kind, Number(weight)])) };
}
