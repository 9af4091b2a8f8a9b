import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld } from '../world/index.ts';
import { findPlace } from '../world/places.ts';
import { makeAssistantBook, type Answer } from './book.ts';
import { TRAP_KINDS, type AnswerMood } from './draw.ts';
import { SURFACES, surfaceOf } from './personas.ts';
import type { Question } from './question.ts';

const world = makeWorld('sightline');
const LANGUAGES = ['en', 'de', 'fr', 'es'];
const TOPICS_ASKED = 12;
const DRAWS = 25;

/** Prompts of all kinds and languages, with the names of brands and without them. */
function* listAnswers(): Generator<Answer> {
  const place = findPlace(2840);
  assert.ok(place);
  const book = makeAssistantBook(world);
  const brands = world.sites.filter(({ reach, home }) => reach === 'topic' && home !== 'de');
  for (const surface of SURFACES)
    for (let at = 0; at < TOPICS_ASKED; at += 1) {
      const languageCode = LANGUAGES[at % LANGUAGES.length] ?? 'en';
      const listed = world.keywords.list().filter(({ language }) => language === languageCode);
      const keyword = listed[(at * 997) % listed.length]?.text ?? '';
      const brand = brands[(at * 61) % brands.length]?.name ?? '';
      for (const prompt of [keyword, `Is ${brand.toUpperCase()} good for a small team?`]) {
        const question: Question = { prompt, place, languageCode, surface, day: 20_800 + at, web: 'own' };
        for (let number = 0; number < DRAWS; number += 1) yield book.answer(book.ask(question, '/'));
      }
    }
}

const answers = [...listAnswers()];

test('every span holds its name, in letters that fit its kind, and its sentence around it', () => {
  const seen = new Map<string, number>();
  for (const { script } of answers) {
    for (const { kind, site, start, end, sentence } of script.names) {
      const text = script.markdown.slice(start, end);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (kind === 'url') {
        assert.match(text, /^[\w.-]+\]\(https:\/\/\S+$/u);
        continue;
      }
      assert.ok(sentence.start <= start && sentence.end >= end, kind);
      if (kind === 'inside_longer') assert.match(text, new RegExp(`^${site.name}[a-z]+$`, 'u'));
      else if (kind === 'lookalike')
        assert.ok(text !== site.name && text.length === site.name.length && /\p{Script=Cyrillic}/u.test(text), text);
      else if (kind === 'generic') assert.equal(text, site.name.toLowerCase());
      else if (kind === 'echoed') assert.equal(text.toLowerCase().replaceAll('-', ' '), site.name.toLowerCase().replaceAll('-', ' '));
      else assert.equal(text, site.name);
    }
  }
  for (const kind of ['recommended', 'named', 'compared', 'echoed', 'url', ...TRAP_KINDS])
    assert.ok((seen.get(kind) ?? 0) >= 20, `${kind}: ${seen.get(kind)}`);
});

test('no name stands in a text without a span of its own', () => {
  for (const { script, odds } of answers.filter((_answer, at) => at % 3 === 0)) {
    for (const { site } of odds.brands) {
      const name = site.name.toLowerCase();
      const text = script.markdown.toLowerCase();
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
        assert.ok(
          script.names.some(({ start, end }) => start <= at && at + name.length <= end),
          `${site.name} at ${at} of ${script.markdown}`,
        );
    }
  }
});

test('every brand of a question has a name of its own', () => {
  for (const { odds } of answers) {
    const names = odds.brands.map(({ site }) => site.name);
    assert.equal(new Set(names).size, names.length, names.join(', '));
    assert.ok(odds.understanding.brands.every((site) => odds.brands.some((brand) => brand.site === site)));
  }
});

test('a brand that is only in a trap is not named, and a trap has a brand of its own', () => {
  for (const { plan } of answers) {
    const sites = [...plan.named, ...plan.traps].map(({ site }) => site);
    assert.equal(new Set(sites).size, sites.length);
  }
});

test('blocks are the whole text, tables have a row for each brand, and links stand only where users see them', () => {
  let tables = 0;
  for (const { script, plan, odds, sources } of answers) {
    assert.equal(script.blocks.map(({ start, end }) => script.markdown.slice(start, end)).join('\n\n'), script.markdown);
    for (const { type, start, end } of script.blocks) {
      if (type !== 'table') continue;
      tables += 1;
      assert.equal(script.markdown.slice(start, end).split('\n').length, plan.named.length + 2);
    }
    const links = script.names.filter(({ kind }) => kind === 'url').length;
    assert.equal(links, odds.question.surface.kind === 'seen' ? sources?.length : 0);
  }
  assert.ok(tables > 50);
});

test('some answers are in another language than the question', () => {
  const strange = answers.filter(({ plan, odds }) => plan.languageCode !== odds.question.languageCode).length;
  assert.ok(strange > answers.length * 0.005 && strange < answers.length * 0.025, String(strange));
});

test('faults make refusals, empty answers, answers without sources, cut ones and ones in another language', () => {
  const place = findPlace(2840);
  assert.ok(place);
  const question: Question = {
    prompt: 'best invoicing software',
    place,
    languageCode: 'en',
    surface: surfaceOf('ai_mode'),
    day: 20_800,
    web: 'own',
  };
  const answerWith = (...moods: readonly AnswerMood[]) => {
    const book = makeAssistantBook(world, () => moods);
    return book.answer(book.ask(question, '/'));
  };
  const whole = answerWith();
  assert.equal(answerWith('refusal').plan.state, 'refused');
  assert.deepEqual([answerWith('empty_answer').script.markdown, answerWith('empty_answer').sources], ['', []]);
  assert.deepEqual(
    [answerWith('no_sources').sources, answerWith('no_sources').retrieved, answerWith('no_sources').plan.usesWeb],
    [[], [], true],
  );
  assert.deepEqual([answerWith('null_sources').sources, answerWith('null_sources').retrieved], [null, null]);
  assert.notEqual(answerWith('wrong_language').plan.languageCode, 'en');
  const cut = answerWith('cut_answer').script;
  assert.ok(cut.markdown.length < whole.script.markdown.length && whole.script.markdown.startsWith(cut.markdown));
  assert.ok(cut.names.every(({ end }) => end <= cut.markdown.length));
});
