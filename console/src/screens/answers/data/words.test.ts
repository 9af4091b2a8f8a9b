import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findState } from './find-state.ts';
import { placeNote } from './place-note.ts';
import { toEras, type WeekPoint } from './to-eras.ts';
import { toPieces } from './to-pieces.ts';
import { sayChange, sayRate, saySamples, sayShare } from './words.ts';

const NONE = { difference: null, low: null, high: null, p: null, pairs: 0 };

test('a rate has its interval and its number of answers; few answers have the interval alone', () => {
  assert.deepEqual(sayRate({ value: 0.313, low: 0.258, high: 0.374, n: 243, successes: 76 }), {
    text: '31.3%',
    isKnown: true,
    interval: '25.8% to 37.4%',
    of: '76 of 243 answers',
  });
  assert.deepEqual(sayRate({ value: 0, low: 0, high: 0.79, n: 1, successes: 0 }), {
    text: 'too few',
    isKnown: false,
    interval: '0.0% to 79.0%',
    of: '0 of 1 answer',
  });
  assert.equal(sayRate({ value: null, low: null, high: null, n: 0, successes: 0 }).text, 'not known');
});

test('a share that the service does not give is too few, or not known, and never zero', () => {
  const share = { low: null, high: null, own: 1, all: 4, method: 'ratio' } as const;
  assert.equal(sayShare({ ...share, value: null, answers: 3 }).text, 'too few');
  assert.equal(sayShare({ ...share, value: null, answers: 0, own: 0, all: 0 }).text, 'not known');
  assert.equal(sayShare({ ...share, value: 0.22, low: 0.18, high: 0.265, answers: 151, own: 76, all: 346 }).interval, '18.0% to 26.5%');
});

test('a change is said with its interval, and what cannot be compared says why', () => {
  const moved = { difference: 0.061, low: 0.005, high: 0.117, p: 0.03, pairs: 49 };
  assert.equal(sayChange({ ...moved, verdict: 'moved_up' }), 'Up by 6.1 points (+0.5 to +11.7) since the weeks before');
  assert.equal(
    sayChange({ ...moved, difference: -0.01, low: -0.05, high: 0.03, verdict: 'within_noise' }),
    'Within noise: −1.0 points (−5.0 to +3.0) since the weeks before',
  );
  assert.equal(sayChange({ ...NONE, verdict: 'model_changed' }), 'Cannot be compared with the weeks before: the model changed');
});

test('samples are said by what became of them', () => {
  assert.equal(
    saySamples({ answered: 35, failed: 6, refused: 2 }),
    'Planned 43 times: 35 answered, 2 refused by the assistant and 6 failed.',
  );
});

test('what is missing first is asked for first, and answers that are there are shown in any case', () => {
  const plan = { enabled: true, surfaces: ['gemini' as const] };
  const ready = { brands: 2, prompts: 3, plan, groups: [] };
  assert.equal(findState({ ...ready, brands: 0 }), 'no_brands');
  assert.equal(findState({ ...ready, prompts: 0 }), 'no_prompts');
  assert.equal(findState({ ...ready, plan: { enabled: false, surfaces: [] } }), 'no_plan');
  assert.equal(findState({ ...ready, plan: { ...plan, enabled: false } }), 'plan_off');
  assert.equal(findState(ready), 'waiting');
  assert.equal(findState({ ...ready, groups: [{ samples: { failed: 3 } }] }), 'failed');
  assert.equal(findState({ ...ready, brands: 0, groups: [{ samples: { failed: 3, answered: 1 } }] }), 'there');
});

test('names are cut out of a text where they stand, and spans that do not fit are left out', () => {
  const mention = { brand_id: 'b', kind: 'named', order: 1, list_place: null, sentence: { from: 0, to: 9 }, witness: 'text' } as const;
  const spans = [
    { from: 4, to: 7 },
    { from: 5, to: 6 },
    { from: 8, to: 90 },
  ];
  assert.deepEqual(
    toPieces('Use Foo now', [{ ...mention, spans }]).map(({ text, mention: named }) => [text, named !== undefined]),
    [
      ['Use ', false],
      ['Foo', true],
      [' now', false],
    ],
  );
});

test('a line breaks where the model changes, where a week is missing and where answers are too few', () => {
  const point = (week: string, n = 20, isBreak = false): WeekPoint => ({
    week,
    rate: { value: 0.5, low: 0.3, high: 0.7, n, successes: n / 2 },
    models: [],
    isBreak,
  });
  const points = [
    point('2026-11-02'),
    point('2026-11-09'),
    point('2026-11-16', 20, true),
    point('2026-11-30'),
    point('2026-12-07', 2),
    point('2026-12-14'),
  ];
  assert.deepEqual(
    toEras(points, 5).map((era) => era.map(({ week }) => week)),
    [['2026-11-02', '2026-11-09'], ['2026-11-16'], ['2026-11-30'], ['2026-12-14']],
  );
});

test('a note stands on its days between the weeks, and is cut at their ends', () => {
  const weeks = ['2026-11-02', '2026-11-09'];
  assert.deepEqual(placeNote(weeks, { from: '2026-11-09', to: '2026-11-15' }), [1, 2]);
  assert.deepEqual(placeNote(weeks, { from: '2026-10-01', to: '2026-11-08' }), [0, 1]);
  assert.deepEqual(placeNote(weeks, { from: '2026-11-02', to: '2026-12-31' }), [0, 2]);
  assert.equal(placeNote(weeks, { from: '2026-11-16', to: '2026-11-16' }), undefined);
  assert.equal(placeNote(weeks, { from: '2026-11-01', to: '2026-11-01' }), undefined);
  assert.equal(placeNote([], { from: '2026-11-02', to: '2026-11-02' }), undefined);
});
