import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadKeywordTools } from '#areas/classification/index.ts';
import { makeDetector } from './detect-mentions.ts';

const NAME = 'Invoicenest';
const NEUTRAL = 'best invoicing software for freelancers';
const ASKED = `Is ${NAME} a good choice for a small agency?`;

interface Phrase {
  /** `tried`: rules were written by it; `held_out`: by none, and none may be. */
  readonly set: string;
  /** `named`: a mention; the others are traps: nothing is known, something else is meant, the question is said again. */
  readonly kind: string;
  readonly text: string;
}

const phrases = readFileSync(new URL('./phrases.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Phrase => {
    const [set = '', kind = '', text = ''] = line.split('\t');
    return { set, kind, text };
  });
const { foldText } = await loadKeywordTools();
const detect = makeDetector(
  [{ id: NAME, name: NAME, aliases: [], excluded: [], domains: ['invoicenest.com'], isGeneric: false }],
  foldText,
);

function isNamed({ kind, text }: Phrase): boolean {
  const answer = { markdown: text.replaceAll('{n}', NAME), citedDomains: new Set<string>(), entities: [] };
  return detect({ ...answer, prompt: kind === 'echo' ? ASKED : NEUTRAL })[0]?.kind === 'named';
}

function count(set: string) {
  const own = phrases.filter((one) => one.set === set);
  const [mentions, traps] = [own.filter(({ kind }) => kind === 'named'), own.filter(({ kind }) => kind !== 'named')];
  return {
    mentions: mentions.length,
    found: mentions.filter(isNamed).length,
    traps: traps.length,
    passedOver: traps.filter((one) => !isNamed(one)).length,
  };
}

test('ways to name a brand are told from ways to say that nothing is known of it, that another is meant, or what was asked', (t) => {
  const figures = count('tried');
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.mentions >= 190 && figures.traps >= 245, JSON.stringify(figures));
  assert.equal(figures.found, figures.mentions);
  assert.ok(figures.passedOver / figures.traps >= 0.98, JSON.stringify(figures));
});

/** As it was when these phrases were met for the first time: of words that no rule knows, many pass. */
test('phrases that no rule was written by are told as often as on the day on which they were met', (t) => {
  const figures = count('held_out');
  t.diagnostic(JSON.stringify(figures));
  assert.ok(figures.found >= 28 && figures.mentions === 30, JSON.stringify(figures));
  assert.ok(figures.passedOver >= 20 && figures.traps === 34, JSON.stringify(figures));
});
