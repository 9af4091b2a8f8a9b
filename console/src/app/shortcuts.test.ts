import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listReachable, makeKeyReader, type Pressed, type Shortcut } from './shortcuts.ts';

const shortcut = (keys: string, label = keys): Shortcut => ({ keys, label, run: () => undefined });
const SHORTCUTS = [shortcut('?'), shortcut('g k'), shortcut('k')];

const press = (key: string, change: Partial<Pressed> = {}): Pressed => ({ key, hasModifier: false, isTyping: false, atMs: 0, ...change });

test('two keys in a row are one shortcut, if the second comes soon', () => {
  const reader = makeKeyReader();
  assert.equal(reader.read(press('g'), SHORTCUTS), undefined);
  assert.equal(reader.read(press('k', { atMs: 300 }), SHORTCUTS)?.keys, 'g k');
  assert.equal(reader.read(press('g', { atMs: 1000 }), SHORTCUTS), undefined);
  assert.equal(reader.read(press('k', { atMs: 4000 }), SHORTCUTS)?.keys, 'k');
});

test('keys that are typed or held with another one do nothing', () => {
  const reader = makeKeyReader();
  assert.equal(reader.read(press('?', { isTyping: true }), SHORTCUTS), undefined);
  assert.equal(reader.read(press('?', { hasModifier: true }), SHORTCUTS), undefined);
  assert.equal(reader.read(press('?'), SHORTCUTS)?.keys, '?');
});

test('a key that is only listed is left to the part of the screen that has the keyboard', () => {
  const listed: Shortcut = { keys: 'Enter', label: 'Open the row' };
  assert.equal(makeKeyReader().read(press('Enter'), [...SHORTCUTS, listed]), undefined);
  assert.ok(listReachable([...SHORTCUTS, listed]).includes(listed));
});

test('of two with the same key the later one counts', () => {
  const reader = makeKeyReader();
  assert.equal(reader.read(press('?'), [...SHORTCUTS, shortcut('?', 'on top')])?.label, 'on top');
});

test('the list of shortcuts names those that a key reaches, each once', () => {
  const onTop = shortcut('?', 'on top');
  assert.deepEqual(listReachable([...SHORTCUTS, onTop]), [...SHORTCUTS.slice(1), onTop]);
});
