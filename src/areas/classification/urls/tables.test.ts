import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { toKnownLabel } from '../vocabulary/to-known-label.ts';
import { toSegment } from './parse-url.ts';
import { toPlainText } from './plain-text.ts';
import { loadTables } from './tables.ts';

const FILES = ['words-utility', 'words-commerce', 'words-editorial'];

it('names only page types and confidences that exist', () => {
  const { systems, systemsWithoutKey, sites, words } = loadTables();
  const grammars = [...systems.values(), ...sites.values(), systemsWithoutKey].flat();
  const guesses = [...words.whole.values()].flatMap(({ alone, below, inside, root }) =>
    [alone, below, inside, root].filter((guess) => guess !== undefined),
  );
  const wrong = [...grammars, ...guesses].filter(
    ({ label, confidence }) => toKnownLabel('page_type', label) !== label || !(confidence >= 20 && confidence < 100),
  );
  assert.deepEqual(wrong, []);
  const targets = [...words.whole.values()].flatMap(({ target, targetBelow }) =>
    [target, targetBelow].filter((label) => label !== undefined),
  );
  assert.deepEqual(
    targets.filter((label) => toKnownLabel('target_page_type', label) !== label),
    [],
  );
});

it('gives each path word to one meaning', () => {
  const owners = new Map<string, string>();
  const claimed: string[] = [];
  for (const line of FILES.flatMap((name) => readFileSync(new URL(`./data/${name}.txt`, import.meta.url), 'utf8').split('\n'))) {
    if (line.startsWith('[')) owners.set('', line);
    const words = line.startsWith('[') || line.startsWith('#') ? [] : line.split(' ').slice(1);
    for (const word of words.filter((each) => !each.startsWith('~'))) {
      const { key } = toSegment(toPlainText(word));
      const owner = owners.get('') ?? '';
      if ((owners.get(key) ?? owner) !== owner) claimed.push(`${word}: ${owners.get(key) ?? ''} ${owner}`);
      owners.set(key, owner);
    }
  }
  assert.deepEqual(claimed, []);
});

it('tells hundreds of systems, hosts and words', () => {
  const { systems, sites, words } = loadTables();
  assert.ok(systems.size > 200 && sites.size > 500 && words.whole.size > 3000, `${systems.size} ${sites.size} ${words.whole.size}`);
});
