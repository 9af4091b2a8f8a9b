import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayChecks, sayFeatures, sayMap, sayPages, sayVoices } from './leads.ts';
import type { Voice } from './rivals/voices.ts';

const voice = (name: string, shareOfVoice: number | null, isOwn: boolean, change: number | null = null): Voice =>
  ({ domain: name, name, isOwn, shareOfVoice, change, keywords: 2 }) as Voice;

test('competitors: who leads, and what is not known is not a place', () => {
  const mine = voice('mine.example', 0.033, true, -0.002);
  assert.equal(
    sayVoices([mine, voice('rival.example', 0.061, false)], '2026-11-17'),
    'rival.example leads with 6.1%. You have 3.3% share of voice, down 0.2 points since Nov 17, 2026.',
  );
  assert.equal(
    sayVoices([voice('mine.example', 0.1, true), voice('rival.example', 0.061, false)], '2026-11-17'),
    'You lead with 10.0% share of voice.',
  );
  assert.equal(
    sayVoices([mine], '2026-11-17'),
    'You have 3.3% share of voice, down 0.2 points since Nov 17, 2026. No competitor is compared yet.',
  );
  assert.match(sayVoices([voice('mine.example', null, true)], '2026-11-17') ?? '', /no search volume is known/u);
  assert.match(
    sayVoices([{ ...voice('mine.example', null, true), keywords: 0 }], '2026-11-17') ?? '',
    /no check of these days was successful/u,
  );
  assert.match(sayVoices([voice('rival.example', 0.1, false)], '2026-11-17') ?? '', /None of your own sites/u);
});

test('features: what most result pages have, and what was not kept is not said to be without you', () => {
  const days = ['2026-11-25', '2026-11-26'];
  const features = [
    { feature: 'images', keywords: [5, 8], ours: null },
    { feature: 'paid', keywords: [4, 7], ours: [1, 2] },
  ];
  assert.equal(
    sayFeatures({ days, checked: [10, 10], features }),
    'Images stood on 8 of 10 checked result pages on Nov 26, 2026, more than any other feature. Sites of yours were in Paid (2).',
  );
  const level = features.map((feature) => ({ ...feature, keywords: [5, 8] }));
  assert.match(
    sayFeatures({ days, checked: [10, 10], features: level }) ?? '',
    /^Images stood on 8 of 10 .*, and no other feature on more\./u,
  );
  assert.match(
    sayFeatures({ days, checked: [10, 0], features: features.slice(0, 1) }) ?? '',
    /on Nov 25, 2026.*No site of yours was seen in one whose sites are kept/u,
  );
  assert.equal(sayFeatures({ days, checked: [0, 0], features }), undefined);
});

test('pages, checks and the map say what was read, and no more', () => {
  const pages = { pages: [{ wrong: 2 }, { wrong: 0 }], count: 2, checked: 10, ranked: 8, contested: [{}], pagination: { total: 2 } };
  assert.equal(
    sayPages(pages as unknown as Parameters<typeof sayPages>[0]),
    '2 pages of yours rank for 8 of 10 checked keywords. For 1 keyword several take turns. For 2 keywords another page than the target ranks.',
  );
  assert.equal(
    sayChecks({ all: 10, failed: 1, due: 2, pending: 3, manual: 0, planned: 300 }),
    'The newest check of 1 keyword failed, 2 are due now and 3 are not checked yet. 300 checks are planned for the coming 30 days.',
  );
  assert.equal(
    sayChecks({ all: 10, failed: 0, due: 0, pending: 0, manual: 10, planned: 0 }),
    'Nothing failed and nothing is due. All keywords are checked by hand only.',
  );
  assert.equal(sayChecks({ all: 0, failed: 0, due: 0, pending: 0, manual: 0, planned: 0 }), undefined);
  const map = { rows: [{}, {}], days: ['2026-11-25'], total: 5000 } as unknown as Parameters<typeof sayMap>[0];
  assert.equal(sayMap(map), 'Where the first 2 of 5,000 keywords stood on 1 day: the stronger the colour, the nearer to the top.');
});
