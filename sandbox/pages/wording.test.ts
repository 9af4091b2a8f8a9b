import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TOPIC_LANGUAGES } from '../world/topics.ts';
import { makeWorld } from '../world/index.ts';
import { renderPage } from './home.ts';
import { SITE_PAGES } from './site-pages.ts';
import { planSite } from './site-plan.ts';
import { listPhrases } from './wording.ts';

const world = makeWorld('sightline');
const PURPOSES = [...readFileSync(new URL('wording/en.txt', import.meta.url), 'utf8').matchAll(/^\[(.+)\]$/gmu)].map(
  ([, name]) => name ?? '',
);

test('every language has phrases for every purpose, and no placeholder without a value', () => {
  for (const language of TOPIC_LANGUAGES)
    for (const purpose of PURPOSES) {
      const phrases = listPhrases(language, purpose);
      assert.ok(phrases.length > 0 && phrases.every((phrase) => phrase.trim() !== ''), `${purpose} in ${language}`);
      for (const phrase of phrases) assert.doesNotMatch(phrase, /\{[^nsStTcafp}]*\}|\{\w{2,}\}/u);
    }
});

test('no phrase of sites outside of the samples is one of those that samples have', () => {
  const unseen = [...readFileSync(new URL('wording/en-unseen.txt', import.meta.url), 'utf8').matchAll(/^\[(.+)\]$/gmu)].map(
    ([, name]) => name ?? '',
  );
  assert.ok(unseen.length >= 42 && unseen.every((purpose) => PURPOSES.includes(purpose)));
  for (const purpose of unseen)
    for (const phrase of listPhrases('en-unseen', purpose)) assert.ok(!listPhrases('en', purpose).includes(phrase), phrase);
});

test('home pages of one kind differ, and many sites look a little like another kind', () => {
  const sites = world.sites.filter(({ topic }) => topic !== undefined);
  for (const [type, group] of Map.groupBy(sites, ({ businessType }) => businessType)) {
    const openings = group.map((site) => /<h1>.*?<a class="button"/su.exec(renderPage(world, site, '/'))?.[0].replaceAll(site.name, ''));
    assert.ok(new Set(openings).size > openings.length * 0.7, `${type}: ${new Set(openings).size} of ${openings.length}`);
  }
  const plans = sites.map((site) => planSite(world, site));
  const shareOf = (has: (plan: (typeof plans)[number]) => boolean): number => plans.filter(has).length / plans.length;
  assert.ok(shareOf(({ asides }) => asides.length > 0) > 0.3 && shareOf(({ isTerse }) => isTerse) > 0.1);
});

test('every page that a navigation offers is written in the language of its site', () => {
  for (const language of TOPIC_LANGUAGES) {
    const site = world.sites.find((one) => one.home === (language === 'en' ? 'us' : language) && one.topic !== undefined);
    assert.ok(site);
    for (const { name, paths } of SITE_PAGES) {
      const html = renderPage(world, site, paths[language]);
      const heading = /<h1>(.+?)<\/h1>/u.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      assert.ok(listPhrases(language, `nav.${name}`).includes(heading), `${name} in ${language}: ${heading}`);
      const main = /<main>(.+)<\/main>/su.exec(html)?.[1] ?? '';
      assert.ok(main.length > 60 && html.includes(`lang="${language}"`), `${name} in ${language}`);
    }
  }
});
