import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommands, type Command } from './commands.ts';

const command = (label: string, hint?: string): Command => ({
  id: label,
  group: 'screens',
  label,
  hint,
  icon: 'page',
  run: () => undefined,
});
const COMMANDS = [command('Heat map'), command('Backlinks'), command('Keywords'), command('Dark theme', 'colour')];
const find = (text: string): string[] => findCommands(COMMANDS, text).map(({ label }) => label);

test('without a text all commands are listed in their own order', () => {
  assert.deepEqual(find('  '), ['Heat map', 'Backlinks', 'Keywords', 'Dark theme']);
});

test('labels that begin with the text come before those that hold it', () => {
  assert.deepEqual(find('k'), ['Keywords', 'Backlinks', 'Dark theme']);
});

test('every word must fit, in the label or in the hint', () => {
  assert.deepEqual(find('theme colour'), ['Dark theme']);
  assert.deepEqual(find('heat links'), []);
});
