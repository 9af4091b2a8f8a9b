import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadKeywordTools } from '#areas/classification/index.ts';
import { measureAdjustedRand } from '../../../../bench/support/adjusted-rand.ts';
import { makeWorld } from '../../../../sandbox/world/index.ts';
import { clusterKeywords } from './cluster-keywords.ts';
import type { ClusterItem } from './clusters.ts';
import { toCoreWords } from './core-words.ts';

const tools = await loadKeywordTools();
const { keywords } = makeWorld('sightline');

function make(keyword: string, more: Partial<ClusterItem> = {}): ClusterItem {
  return { keyword, languageCode: 'en', searchVolume: null, score: null, ...more };
}

function clustersOf(items: readonly ClusterItem[]): string[][] {
  return clusterKeywords(items, tools).map(({ members }) => members.map(({ keyword }) => keyword));
}

test('keywords about one subject come together, whatever is asked of it and however it is spelled', () => {
  const clusters = clustersOf([
    make('best project management software', { searchVolume: 900 }),
    make('project management software', { searchVolume: 500 }),
    make('how to choose software for project management', { searchVolume: 10 }),
    make('cheap project management softwares 2026'),
    make('emergency dentist', { searchVolume: 700 }),
    make('emergency dentists near me', { searchVolume: 800 }),
    make('dentist', { searchVolume: 600 }),
  ]);
  assert.deepEqual(clusters, [
    [
      'best project management software',
      'project management software',
      'how to choose software for project management',
      'cheap project management softwares 2026',
    ],
    ['emergency dentists near me', 'emergency dentist'],
    ['dentist'],
  ]);
});

test('shared results decide where pages are known, and say more than words', () => {
  const [crm, tool, other] = [
    ['a', 'b', 'c', 'd'],
    ['b', 'c', 'd', 'e'],
    ['x', 'y', 'z', 'a'],
  ];
  const clusters = clusterKeywords(
    [
      make('crm software', { searchVolume: 90, resultUrls: crm }),
      make('customer database tool', { searchVolume: 80, resultUrls: tool }),
      make('crm software meaning', { searchVolume: 70, resultUrls: other }),
      make('crm software pricing', { searchVolume: 60 }),
      make('standing desk', { searchVolume: 50 }),
    ],
    tools,
  );
  assert.deepEqual(
    clusters.map(({ members, method }) => [method, ...members.map(({ keyword }) => keyword)]),
    [
      ['shared_results', 'crm software', 'customer database tool', 'crm software pricing'],
      ['shared_results', 'crm software meaning'],
      ['embedding', 'standing desk'],
    ],
  );
});

test('scripts without spaces are split into words', () => {
  assert.deepEqual(toCoreWords('東京の天気予報', 'ja', tools).length > 1, true);
  assert.deepEqual(toCoreWords('near me', 'en', tools), ['me', 'near']);
});

for (const language of ['en', 'de'] as const) {
  test(`clusters of ${language} keywords are the true subjects of the sandbox`, () => {
    const topics = Map.groupBy(
      keywords.list().filter((one) => one.language === language),
      ({ topic }) => topic,
    );
    const figures = [...topics.values()].map((listed) => {
      const found = new Map(
        clustersOf(listed.map(({ text }) => make(text, { languageCode: language }))).flatMap((texts, at) =>
          texts.map((text) => [text, `${at}`]),
        ),
      );
      return measureAdjustedRand(
        listed.map(({ text }) => found.get(text) ?? ''),
        listed.map(({ subject }) => subject),
      );
    });
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
    assert.ok(mean >= 0.9, `adjusted Rand ${mean}`);
  });
}

test('10,000 keywords are clustered in seconds', () => {
  const items = keywords.list().slice(0, 10_000);
  const startedAt = process.cpuUsage();
  const clusters = clustersOf(items.map(({ text }) => make(text)));
  const cpuMs = process.cpuUsage(startedAt).user / 1_000;
  assert.equal(clusters.flat().length, 10_000);
  assert.ok(cpuMs < 5_000, `${cpuMs} ms`);
});
