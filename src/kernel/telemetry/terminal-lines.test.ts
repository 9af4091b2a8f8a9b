import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLogger } from '../logger.ts';
import { toTerminal } from './terminal-lines.ts';

test('log lines of a terminal are for people', () => {
  const texts: string[] = [];
  const destination = toTerminal((text) => texts.push(text));
  makeLogger('info', { destination }).warn({ port: 8787, place: { host: 'a' }, file: '/srv/x\u001B[2J\n' }, 'something is odd');
  destination.write('no JSON\n');
  assert.match(texts[0] ?? '', /^\d\d:\d\d:\d\d warn  something is odd port=8787 place=\{"host":"a"\} file=\/srv\/x \[2J \n$/u);
  assert.equal(texts[1], 'no JSON\n');
});
