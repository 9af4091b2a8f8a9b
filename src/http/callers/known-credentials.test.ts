import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { makeKnownCredentials } from './known-credentials.ts';

const HASH = Buffer.from('a hash of thirty-two characters.');

function openCredentials() {
  const lookUps: PromiseWithResolvers<{ hash: Buffer; name: string } | undefined>[] = [];
  const known = makeKnownCredentials({
    find: () => {
      const one = Promise.withResolvers<{ hash: Buffer; name: string } | undefined>();
      lookUps.push(one);
      return one.promise;
    },
    holds: () => true,
    clock: makeClock(),
  });
  return { known, lookUps };
}

test('many who come with one key at once have it looked up once', async () => {
  const { known, lookUps } = openCredentials();
  const found = Array.from({ length: 50 }, () => known.lookUp(Buffer.from(HASH)));
  assert.equal(lookUps.length, 1);
  lookUps[0]?.resolve({ hash: HASH, name: 'ours' });
  assert.deepEqual(new Set((await Promise.all(found)).map((one) => one?.name)), new Set(['ours']));
  assert.equal(known.findFresh(HASH)?.name, 'ours');
});

test('who comes after the end of a key takes nothing from a look-up that began before it', async () => {
  const { known, lookUps } = openCredentials();
  const before = known.lookUp(HASH);
  known.forget();
  const after = known.lookUp(HASH);
  assert.equal(lookUps.length, 2);
  lookUps[1]?.resolve(undefined);
  assert.equal(await after, undefined);
  lookUps[0]?.resolve({ hash: HASH, name: 'ours' });
  assert.equal((await before)?.name, 'ours');
  assert.equal(known.findFresh(HASH), undefined);
});

test('a failed look-up fails for all who waited, and the next one looks again', async () => {
  const { known, lookUps } = openCredentials();
  const found = [known.lookUp(HASH), known.lookUp(HASH)];
  lookUps[0]?.reject(new Error('away'));
  for (const one of found) await assert.rejects(one, /away/u);
  void known.lookUp(HASH);
  assert.equal(lookUps.length, 2);
});
