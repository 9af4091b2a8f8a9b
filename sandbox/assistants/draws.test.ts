import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld } from '../world/index.ts';
import { findPlace } from '../world/places.ts';
import type { Site } from '../world/sites.ts';
import { makeAssistantBook, type Answer } from './book.ts';
import { SURFACES, surfaceOf } from './personas.ts';
import type { Question } from './question.ts';
import { SETTINGS_AT_START } from './settings.ts';

const world = makeWorld('sightline');
const place = findPlace(2840);
assert.ok(place);
const ABOUT_INVOICES: Question = {
  prompt: 'What is the best invoicing software for freelancers?',
  place,
  languageCode: 'en',
  surface: surfaceOf('chat_gpt'),
  day: 20_780,
  web: 'own',
};
const DRAWS = 2_000;
const ERRORS_MAX = 3;
const MENTIONS = new Set(['recommended', 'named', 'compared']);

function draw(question: Question, count = DRAWS, settings = SETTINGS_AT_START): readonly Answer[] {
  const book = makeAssistantBook(world);
  book.configure(settings);
  return Array.from({ length: count }, () => book.answer(book.ask(question, '/')));
}

interface Expected {
  readonly of: number;
  readonly p: number;
  readonly what: string;
}

/** How many standard errors a count is off its chance. */
function errorsOf(found: number, { of, p }: Expected): number {
  return (found / of - p) / Math.sqrt((p * (1 - p)) / of);
}

function assertShare(found: number, expected: Expected): void {
  if (expected.p === 1) return assert.equal(found, expected.of, expected.what);
  const errors = errorsOf(found, expected);
  assert.ok(
    Math.abs(errors) <= ERRORS_MAX,
    `${expected.what}: ${found} of ${expected.of}, ${errors.toFixed(2)} errors off ${expected.p.toFixed(4)}`,
  );
}

const firstNamed = ({ script }: Answer) =>
  script.names.filter(({ kind }) => MENTIONS.has(kind)).toSorted((left, right) => left.start - right.start)[0]?.site;

test('over 2,000 draws each surface does what the truth says, within three standard errors', () => {
  for (const surface of SURFACES) {
    const question = { ...ABOUT_INVOICES, surface };
    const odds = makeAssistantBook(world).odds(question);
    const all = draw(question);
    const answered = all.filter(({ plan }) => plan.state === 'answered');
    const of = answered.length;
    assertShare(all.length - of, { of: all.length, p: odds.refusal, what: `${surface.id} refuses` });
    assertShare(answered.filter(({ plan }) => plan.usesWeb).length, { of, p: odds.web, what: `${surface.id} searches` });
    for (const { site, named, first } of odds.brands) {
      const isNamed = ({ script }: Answer) => script.names.some((name) => name.site === site && MENTIONS.has(name.kind));
      assertShare(answered.filter(isNamed).length, { of, p: named, what: `${surface.id} names ${site.domain}` });
      assertShare(answered.filter((answer) => firstNamed(answer) === site).length, {
        of,
        p: first,
        what: `${surface.id} begins with ${site.domain}`,
      });
    }
  }
});

/** In how many answers each site is a source. */
function countSites(answers: readonly Answer['sources'][]): ReadonlyMap<Site, number> {
  const counts = new Map<Site, number>();
  for (const pages of answers) for (const site of new Set(pages?.map((page) => page.site))) counts.set(site, (counts.get(site) ?? 0) + 1);
  return counts;
}

test('hundreds of chances of sources and searches are met as closely as chance meets them', () => {
  const errors: number[] = [];
  for (const surface of SURFACES) {
    const question = { ...ABOUT_INVOICES, surface };
    const odds = makeAssistantBook(world).odds(question);
    const answered = draw(question).filter(({ plan }) => plan.state === 'answered');
    const cites = countSites(answered.map(({ sources }) => sources));
    const finds = countSites(answered.map(({ retrieved }) => retrieved));
    const check = (found: number, p: number): void => {
      if (p < 1) errors.push(errorsOf(found, { of: answered.length, p, what: surface.id }));
    };
    for (const { site, cited, retrieved } of odds.sources) {
      check(cites.get(site) ?? 0, cited);
      check(finds.get(site) ?? 0, retrieved);
    }
    for (const { query, chance } of odds.fanOuts)
      check(answered.filter(({ plan }) => plan.fanOuts.includes(query)).length, odds.web * chance);
  }
  // Of so many, one in 370 is further off than three errors by chance alone.
  assert.ok(errors.length > 600);
  assert.ok(errors.filter((error) => Math.abs(error) > ERRORS_MAX).length <= errors.length / 100);
  assert.ok(Math.max(...errors.map(Math.abs)) < 4.5);
  const spread = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length;
  assert.ok(spread > 0.85 && spread < 1.15, `the squares of the errors are ${spread} on average`);
});

test('two calls differ, and the same calls in the same order give the same answers', () => {
  const texts = draw(ABOUT_INVOICES, 50).map(({ script }) => script.markdown);
  assert.ok(new Set(texts).size >= 48);
  assert.deepEqual(
    draw(ABOUT_INVOICES, 50).map(({ script }) => script.markdown),
    texts,
  );
  const onOtherDay = draw({ ...ABOUT_INVOICES, day: ABOUT_INVOICES.day + 1 }, 50).map(({ script }) => script.markdown);
  assert.ok(onOtherDay.filter((text, at) => text !== texts[at]).length >= 48);
  const book = makeAssistantBook(world);
  const asked = Array.from({ length: 3 }, () => book.ask(ABOUT_INVOICES, '/'));
  book.ask({ ...ABOUT_INVOICES, prompt: 'best crm' }, '/');
  assert.deepEqual(
    asked.toReversed().map((one) => book.answer(one).script.markdown),
    texts.slice(0, 3).toReversed(),
  );
});

test('an answer stays as it was drawn, whatever is changed after it', () => {
  const book = makeAssistantBook(world);
  const asked = book.ask(ABOUT_INVOICES, '/');
  const before = book.answer(asked);
  const [brand] = before.odds.brands;
  const span = { surface: undefined, from: 0, until: Infinity };
  book.configure({
    drift: 0,
    shifts: [{ ...span, domain: brand?.site.domain ?? '', points: 60, of: 'named' }],
    models: [{ ...span, model: 'gpt-6' }],
    refusals: [{ ...span, rate: 1 }],
  });
  assert.deepEqual(book.answer(asked).script, before.script);
  assert.equal(book.answer(asked).odds.model, before.odds.model);
  assert.equal(book.answer(book.ask(ABOUT_INVOICES, '/')).plan.state, 'refused');
});

test('chances drift by small steps from day to day, and rest without drift', () => {
  const book = makeAssistantBook(world);
  const at = (day: number) => book.odds({ ...ABOUT_INVOICES, day }).brands.map(({ named }) => named);
  let moved = 0;
  for (let day = ABOUT_INVOICES.day; day < ABOUT_INVOICES.day + 60; day += 1)
    at(day).forEach((p, index) => {
      const step = Math.abs(p - (at(day + 1)[index] ?? 0));
      assert.ok(step < 0.08, `day ${day}: ${step}`);
      moved = Math.max(moved, Math.abs(p - (at(ABOUT_INVOICES.day)[index] ?? 0)));
    });
  assert.ok(moved > 0.08, `in 60 days at most ${moved}`);
  book.configure({ ...SETTINGS_AT_START, drift: 0 });
  assert.deepEqual(at(ABOUT_INVOICES.day + 40), at(ABOUT_INVOICES.day));
});

test('a shift of 12 points moves the chance by 12 points from its day on, and the draws with it', () => {
  const book = makeAssistantBook(world);
  const before = book.odds(ABOUT_INVOICES);
  const brand = before.brands.find(({ named }) => named > 0.2 && named < 0.7);
  const source = before.sources.find(({ cited }) => cited > 0.1 && cited < 0.5);
  assert.ok(brand && source);
  const span = { surface: 'chat_gpt' as const, from: ABOUT_INVOICES.day, until: ABOUT_INVOICES.day + 7, points: 12 };
  const shifts = [
    { ...span, domain: brand.site.domain, of: 'named' as const },
    { ...span, domain: source.site.domain, of: 'cited' as const },
  ];
  const settings = { ...SETTINGS_AT_START, shifts };
  book.configure(settings);
  const chancesOn = (day: number, surface = ABOUT_INVOICES.surface) => {
    const odds = book.odds({ ...ABOUT_INVOICES, day, surface });
    const own = makeAssistantBook(world).odds({ ...ABOUT_INVOICES, day, surface });
    const named = (of: typeof odds) => of.brands.find(({ site }) => site === brand.site)?.named ?? 0;
    const cited = (of: typeof odds) => of.sources.find(({ site }) => site === source.site)?.cited ?? 0;
    return [named(odds) - named(own), cited(odds) - cited(own)].map((step) => Math.round(step * 1_000) / 1_000);
  };
  assert.deepEqual(chancesOn(ABOUT_INVOICES.day - 1), [0, 0]);
  assert.deepEqual(chancesOn(ABOUT_INVOICES.day), [0.12, 0.12]);
  assert.deepEqual(chancesOn(ABOUT_INVOICES.day + 6), [0.12, 0.12]);
  assert.deepEqual(chancesOn(ABOUT_INVOICES.day + 7), [0, 0]);
  assert.deepEqual(chancesOn(ABOUT_INVOICES.day, surfaceOf('gemini')), [0, 0]);
  const answered = draw(ABOUT_INVOICES, DRAWS, settings).filter(({ plan }) => plan.state === 'answered');
  const named = answered.filter(({ plan }) => plan.named.some(({ site }) => site === brand.site)).length;
  assertShare(named, { of: answered.length, p: brand.named + 0.12, what: 'the shifted brand' });
});
