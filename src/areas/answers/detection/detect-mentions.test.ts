import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKeywordTools } from '#areas/classification/index.ts';
import { makeDetector, type ReadAnswer, type WatchedBrand } from './detect-mentions.ts';
import { toCaseName, toDecisionName } from './learned.ts';

const { foldText } = await loadKeywordTools();
const brand = (id: string, more: Partial<WatchedBrand> = {}): WatchedBrand => ({
  id,
  name: id,
  aliases: [],
  excluded: [],
  domains: [`${foldText(id).replaceAll(' ', '')}.com`],
  isGeneric: false,
  ...more,
});
const OWN = brand('Invoicenest', { aliases: ['Invoice Nest'] });
const LEDGER = brand('Ledger', { excluded: ['general ledger'] });
const WAVE = brand('Wave', { isGeneric: true });

function detect(markdown: string, more: Partial<ReadAnswer> = {}, brands: readonly WatchedBrand[] = [OWN, LEDGER, WAVE]) {
  const answer = { prompt: 'best invoicing software for freelancers', markdown, citedDomains: new Set<string>(), entities: [], ...more };
  return makeDetector(
    brands,
    foldText,
  )(answer).map(({ spans, sentence, caseKey: _case, ...mention }) => ({
    ...mention,
    texts: spans.map(({ from, to }) => markdown.slice(from, to)),
    sentence: markdown.slice(sentence.from, sentence.to),
  }));
}
const kinds = (markdown: string, more: Partial<ReadAnswer> = {}) =>
  Object.fromEntries(detect(markdown, more).map(({ brandId, kind }) => [brandId, kind]));

test('names are found by whole words, as they are written, with their places', () => {
  const [own, ledger] = detect(
    'Two stand out.\n\n1. **Ledger** is cheap.\n2. **Invoicenest** and **INVOICE NEST** for teams; Invoicenest’s app is good.',
  );
  assert.deepEqual(own, {
    brandId: 'Invoicenest',
    kind: 'named',
    order: 2,
    listPlace: 2,
    texts: ['Invoicenest', 'INVOICE NEST', 'Invoicenest’s'],
    sentence: '**Invoicenest** and **INVOICE NEST** for teams; Invoicenest’s app is good.',
    witness: 'text',
  });
  assert.deepEqual([ledger?.order, ledger?.listPlace], [1, 1]);
  assert.deepEqual(kinds('In\u200bvoice\u00adnest is fine.'), { Invoicenest: 'named' });
});

test('a name inside a longer one, in an address, or in foreign letters is none', () => {
  for (const text of [
    'Ledgerwise is a tool.',
    'Keep a general ledger.',
    'See https://ledger.com/pricing and [this](https://www.invoicenest.com/a).',
    'Go to invoicenest.com for more.',
    'Ledger Live is a wallet.',
    'Іnvоicenest is a trap.',
  ])
    assert.deepEqual(kinds(text, { entities: [{ title: 'Ledger Live', domains: ['other.com'] }] }), {}, text);
  assert.deepEqual(kinds('[Invoicenest](https://x.example/) is good.'), { Invoicenest: 'named' });
});

test('what is not known, or repeats the question, is no mention', () => {
  for (const text of [
    "I couldn't find any reliable information about Invoicenest.",
    'I’m not familiar with Invoicenest.',
    'There is no public information on Invoicenest in my sources.',
    'I do not have enough details about Invoicenest.',
    'Ich konnte keine verlässlichen Informationen zu Invoicenest finden.',
    'Invoicenest ist mir nicht bekannt.',
    "Je n'ai pas trouvé d'informations sur Invoicenest.",
    'No encontré información sobre Invoicenest.',
    'This has nothing to do with Invoicenest, a street in Leeds.',
    'Nicht zu verwechseln mit Invoicenest.',
    'None of my sources mention Invoicenest.',
    'Little is known about Invoicenest.',
    "Invoicenest didn't come up in any review.",
    'I lack reliable information on Invoicenest.',
    "I can't say much about Invoicenest.",
    'There is not much available about Invoicenest.',
    'Invoicenest is new to me.',
    'Invoicenest has no connection to this product.',
  ])
    assert.deepEqual(kinds(text), { Invoicenest: 'disclaimed' }, text);
  assert.deepEqual(kinds('I could not find details about Ledger, but Invoicenest is well documented.'), {
    Invoicenest: 'named',
    Ledger: 'disclaimed',
  });

  const prompt = 'is invoicenest good for a small agency?';
  assert.deepEqual(kinds('You asked: is Invoicenest good for a small agency? It depends on the team.', { prompt }), {
    Invoicenest: 'echoed',
  });
  assert.deepEqual(kinds('You want to know whether Invoicenest is any good. It depends.', { prompt }), { Invoicenest: 'echoed' });
  for (const text of [
    'Invoicenest cannot be beaten for small teams.',
    'Not much is missing in Invoicenest.',
    'You can use Invoicenest without an account.',
    'No setup is needed for Invoicenest.',
  ])
    assert.deepEqual(kinds(text), { Invoicenest: 'named' }, text);
  assert.deepEqual(kinds('Is Invoicenest good for a small agency? Yes: Invoicenest fits.', { prompt }), { Invoicenest: 'named' });
});

test('a common word needs a second witness', () => {
  const text = 'Wave is free.';
  assert.deepEqual(kinds(text), { Wave: 'unsure' });
  assert.deepEqual(kinds('Try **Wave**.'), { Wave: 'named' });
  assert.deepEqual(kinds('| Wave | free |'), { Wave: 'named' });
  const quiet = [brand('Quiet Corner', { isGeneric: true })];
  assert.deepEqual(
    ['Ask Quiet Corner.', 'Find a quiet corner.'].map((markdown) => detect(markdown, {}, quiet)[0]?.kind),
    ['named', 'unsure'],
  );
  assert.deepEqual(kinds(text, { citedDomains: new Set(['wave.com']) }), { Wave: 'named' });
  assert.deepEqual(kinds('A wave of new tools came.', { citedDomains: new Set(['wave.com']) }), { Wave: 'unsure' });
  assert.deepEqual(kinds(text, { entities: [{ title: 'Wave', domains: ['wave.com'] }] }), { Wave: 'named' });
});

test('places come from lists and tables', () => {
  const table = '| Tool | Price |\n|---|---|\n| Ledger | 5 |\n| Invoicenest | 7 |\n';
  assert.deepEqual(
    detect(table).map(({ brandId, listPlace, order }) => [brandId, listPlace, order]),
    [
      ['Invoicenest', 2, 2],
      ['Ledger', 1, 1],
    ],
  );
  const nested = '- First tool\n  - from Ledger\n- Second\n\n3. Invoicenest\n\nAfter it: nothing.';
  assert.deepEqual(
    detect(nested).map(({ brandId, listPlace }) => [brandId, listPlace]),
    [
      ['Invoicenest', 3],
      ['Ledger', 1],
    ],
  );
});

test('what people said decides an answer, and the same name between the same words', () => {
  const read = (markdown: string, learned: Parameters<typeof makeDetector>[2], sampleId = 'asm_1') =>
    makeDetector([LEDGER, WAVE], foldText, learned)({ sampleId, prompt: 'q', markdown, citedDomains: new Set(), entities: [] });
  const NONE = { cases: new Map(), answers: new Map() };
  const text = 'Others ride the wave of new tools.';
  const [unsure] = read(text, NONE);
  assert.equal(unsure?.kind, 'unsure');
  const learn = (isMention: boolean) => ({ ...NONE, cases: new Map([[toCaseName('Wave', unsure?.caseKey ?? ''), isMention]]) });
  const kindsOf = (markdown: string, learned: Parameters<typeof makeDetector>[2]) =>
    read(markdown, learned).map(({ kind, witness }) => [kind, witness]);
  assert.deepEqual(kindsOf(text, learn(false)), [['dismissed', 'person']]);
  assert.deepEqual(kindsOf('Once more: ride the wave of new ideas.', learn(true)), [['named', 'person']]);
  assert.deepEqual(kindsOf('We ride the Wave of new ideas.', learn(true)), [['unsure', 'text']], 'it is written otherwise');
  assert.deepEqual(kindsOf('Ride a wave of new ideas.', learn(true)), [['unsure', 'text']], 'other words stand around it');
  assert.deepEqual(kindsOf('Ride the wave of new ideas, or take **Wave**.', learn(false)), [['named', 'text']], 'another place names it');
  const decided = { ...NONE, answers: new Map([[toDecisionName('asm_1', 'Ledger'), false]]) };
  assert.deepEqual(kindsOf('Ledger is good.', decided), [['dismissed', 'person']]);
  assert.equal(read('Ledger is good.', decided, 'asm_2')[0]?.kind, 'named');
});
