import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Judgement } from '../engine/judgement.ts';
import { readOwnExamples } from '../models/examples.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import { toKnownLabel } from '../vocabulary/to-known-label.ts';
import { judgeDomainByModel } from './judge-domain-by-model.ts';
import { judgeDomainByRules } from './judge-domain-by-rules.ts';
import { loadDomainTables } from './tables.ts';
import { domainTask } from './task.ts';

function pick(judgements: readonly Judgement[], dimension: string): Judgement | undefined {
  return judgements.find((judgement) => judgement.dimension === dimension);
}

function labelsOf(host: string): string {
  const judgements = judgeDomainByRules(host);
  return ['tier1_type', 'domain_type', 'property_type'].map((dimension) => pick(judgements, dimension)?.label ?? '-').join('/');
}

function evidenceOf(host: string): readonly string[] {
  return pick(judgeDomainByRules(host), 'domain_type')?.evidence ?? [];
}

test('knows hosts by name, and says so', () => {
  assert.equal(labelsOf('lemonde.fr'), 'information/news/news_publisher');
  assert.deepEqual(evidenceOf('lemonde.fr').slice(0, 1), ['known news site (lemonde.fr)']);
  assert.equal(labelsOf('stackoverflow.com'), 'community/forum/question_answer');
});

test('reads suffixes of the world', () => {
  for (const host of ['fishing.gov.uk', 'salud.gob.mx', 'sante.gouv.fr', 'co.lake.or.us']) {
    assert.equal(labelsOf(host).split('/')[1], 'gov', host);
  }
  for (const host of ['physics.mit.edu', 'ox.ac.uk', 'springfield.k12.ma.us', 'unal.edu.co']) {
    assert.equal(labelsOf(host).split('/')[1], 'edu', host);
  }
  assert.equal(evidenceOf('fishing.gov.uk')[0], 'suffix .gov.uk');
});

test('judges hosted sites by themselves: what the platform is does not leak', () => {
  assert.equal(labelsOf('wordpress.com').split('/')[0], 'platform');
  assert.equal(labelsOf('gardening.wordpress.com').split('/')[1], 'blog');
  assert.equal(labelsOf('rosas.blogspot.com.br').split('/')[1], 'blog');
  assert.equal(labelsOf('tea-house.myshopify.com').split('/')[1], 'ecommerce');
  assert.equal(labelsOf('starwars.fandom.com').split('/')[1], 'wiki');
  assert.match(evidenceOf('gardening.wordpress.com')[0] ?? '', /hosted at wordpress\.com/u);
});

test('reads words of several languages and sub-domains', () => {
  const expected: readonly (readonly [string, string])[] = [
    ['zahnarzt-hofmann.de', 'service/other/health_service'],
    ['ayuntamientodelmar.es', 'institutional/gov/government'],
    ['feuerwehr-oberdorf.at', 'institutional/other/nonprofit_organization'],
    ['wiki.someproject.net', 'information/wiki/wiki_reference'],
    ['forum.someproject.net', 'community/forum/forum_community_board'],
    ['siegen.de', 'institutional/gov/government'],
    ['lakecityheraldnews.com', 'information/news/news_publisher'],
  ];
  for (const [host, labels] of expected) assert.equal(labelsOf(host), labels, host);
  assert.ok(evidenceOf('zahnarzt-hofmann.de').includes("word 'zahnarzt' (health)"));
});

test('states of well-known hosts what ends a pipeline, and names work, stays and standards for what they are', () => {
  const known = {
    'google.com': 'platform',
    'bing.com': 'platform',
    'duckduckgo.com': 'platform',
    'baidu.com': 'platform',
    'bit.ly': 'platform',
    'amazon.com': 'marketplace',
    'walmart.com': 'commerce',
  };
  for (const [host, label] of Object.entries(known)) {
    const tier = pick(judgeDomainByRules(host), 'tier1_type');
    assert.equal(tier?.label, label, host);
    assert.ok(tier.confidence >= 80, `${host}: ${tier.confidence}`);
  }
  for (const host of ['upwork.com', 'fiverr.com']) assert.equal(pick(judgeDomainByRules(host), 'property_type')?.label, 'job_board', host);
  for (const host of ['airbnb.com', 'vrbo.com'])
    assert.equal(pick(judgeDomainByRules(host), 'property_type')?.label, 'travel_booking', host);
  for (const host of ['w3.org', 'ietf.org']) assert.equal(pick(judgeDomainByRules(host), 'tier1_type')?.label, 'institutional', host);
  assert.equal(pick(judgeDomainByRules('engineering.acme-widgets.com'), 'domain_type')?.label, 'blog');
});

test('calls reserved, disposable and imitating names unknown', () => {
  for (const host of [
    'something.test',
    'example.com',
    'router.local',
    '10minutemail-now.com',
    'paypаl-login.com',
    '192.168.0.1',
    '[::1]',
  ]) {
    const tier = pick(judgeDomainByRules(host), 'tier1_type');
    assert.equal(tier?.label, 'unknown', host);
  }
});

test('answers every spelling, and never throws', () => {
  const odd = [
    '',
    '.',
    '...',
    'a',
    '-',
    '_dmarc.example_site.com',
    'BBC.CO.UK.',
    'www.BBC.co.uk',
    'xn--bcher-kva.de',
    'xn--80ak6aa92e.com',
    'xn--',
    'x'.repeat(300),
    `${'a.'.repeat(150)}com`,
    'a b.com',
    '\u202Egpj.com',
    '\u0000.com',
    'https://bbc.co.uk/news',
    '256.256.256.256',
    'co.uk',
    '💩.la',
    'ﬁnance.com',
  ];
  for (const host of odd) {
    for (const { label, confidence, dimension } of [...judgeDomainByRules(host), ...judgeDomainByModel(host)]) {
      assert.equal(toKnownLabel(dimension, label), label, JSON.stringify(host));
      assert.ok(confidence >= 0 && confidence <= 100, JSON.stringify(host));
    }
  }
  assert.equal(labelsOf('BBC.CO.UK.'), labelsOf('bbc.co.uk'));
  assert.equal(labelsOf('www.bbc.co.uk'), labelsOf('bbc.co.uk'));
});

test('every group of the tables says something that the vocabulary knows', () => {
  const { hosts, platforms, suffixes, labels, words, locations, givenNames } = loadDomainTables();
  for (const table of [hosts, platforms, suffixes, labels, locations, givenNames, ...Object.values(words)]) {
    assert.ok(table.size > 0);
    for (const [entry, { property, confidence }] of table) {
      assert.notEqual(findPropertyType(property), undefined, `${entry}: ${property}`);
      assert.ok(confidence > 0 && confidence < 100, entry);
    }
  }
  assert.ok(hosts.size > 5_000);
  for (const host of hosts.keys()) assert.match(host, /^[a-z0-9.-]+\.[a-z]{2,}$/u);
});

test('the second best label differs from the best, and both together are never surer than certain', () => {
  for (const host of ['shop.news-magazine.org', 'bank-forum.de', 'stadtwerke-blog.info']) {
    for (const { label, confidence, secondBest } of [...judgeDomainByRules(host), ...judgeDomainByModel(host)]) {
      assert.notEqual(secondBest?.label, label);
      assert.ok(confidence + (secondBest?.confidence ?? 0) <= 100.2, host);
    }
  }
});

test('is right about most examples that the models never saw', () => {
  const items = readOwnExamples(domainTask).keptAside;
  assert.ok(items.length > 100);
  const right = items.filter(({ input, labels }) => {
    const [rules, model] = [judgeDomainByRules(input), judgeDomainByModel(input)].map((judgements) => pick(judgements, 'domain_type'));
    const decided = (rules?.confidence ?? 0) >= Math.min(70, model?.confidence ?? 0) ? rules : model;
    return labels.domain_type?.includes(decided?.label ?? '') ?? false;
  });
  assert.ok(right.length / items.length > 0.7, `${right.length} of ${items.length}`);
});
