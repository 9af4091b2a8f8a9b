import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './password.ts';

test('a password is known again, in whatever form its letters were typed, and no other is', async () => {
  const stored = await hashPassword('Ångström says hello', 'here');
  assert.ok(await isPassword('A\u030angstro\u0308m says hello', stored, 'here'));
  assert.ok(!(await isPassword('Ångström says hallo', stored, 'here')));
  assert.notEqual(await hashPassword('Ångström says hello', 'here'), stored);
  assert.ok(!(await isPassword('', null, 'here')));
});

test('without a stored password the answer takes the same work', async () => {
  const stored = await hashPassword('correct horse battery', 'here');
  const [known, unknown] = [await workOf(stored), await workOf(undefined)];
  assert.ok(unknown > known / 3 && unknown < known * 3, `${known} ms with one, ${unknown} ms without`);
});

/** The least of several, in milliseconds of a processor: on a busy machine the clock says little. */
async function workOf(stored: string | undefined): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const before = process.cpuUsage();
    assert.ok(!(await isPassword('wrong horse battery', stored, 'here')));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
