import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packBytes } from '#kernel/packed-bytes.ts';
import { removeTokens, unpackAnswer, withoutTokens } from './without-tokens.ts';

const TOKEN = `sld_${'Ab3-_'.repeat(9)}`;
const SHARED = `https:\\/\\/host\\/webhooks\\/provider\\/postback?id=1&tag=${'x'.repeat(200)}&token=older-token`;
const CLEAN = SHARED.replace('older-token', '[removed]');
const FILLERS = [
  '',
  'a',
  ' results of the page '.repeat(3),
  'x'.repeat(1_020),
  'y'.repeat(1_024),
  'sld_ short ',
  'webhooks are described here ',
  'z'.repeat(5_000),
];

test('tokens are removed wherever they stand, and nothing else', async () => {
  const cases = FILLERS.flatMap((before) =>
    FILLERS.flatMap((between) => [
      [`${before}"${TOKEN}"${between}"${SHARED}"`, `${before}"[removed]"${between}"${CLEAN}"`],
      [`${before}"${SHARED}"${between}"${TOKEN}"`, `${before}"${CLEAN}"${between}"[removed]"`],
      [`${before}${between} nothing of ours`, `${before}${between} nothing of ours`],
    ]),
  );
  for (const [text = '', expected = ''] of cases) {
    assert.equal(removeTokens(text), expected);
    assert.equal((await withoutTokens(Buffer.from(text))).toString(), expected);
    for (const packed of [gzipSync(text), packBytes(text)]) {
      const clean = await withoutTokens(packed);
      assert.equal((await unpackAnswer(clean))?.toString(), expected);
      if (expected === text) assert.equal(clean, packed, 'an answer without tokens stays as it was received');
    }
  }
});

test('bytes that are no text stay as they are', async () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]);
  const clean = await withoutTokens(Buffer.concat([bytes, Buffer.from(`"${TOKEN}"`), bytes]));
  assert.deepEqual(clean, Buffer.concat([bytes, Buffer.from('"[removed]"'), bytes]));
});

test('an answer that is nothing but one long token is read to its end', async () => {
  const text = 'sld_'.repeat(2_000_000);
  assert.ok((await withoutTokens(Buffer.from(text))).length < text.length);
});

test('what looks packed and is not becomes empty', async () => {
  for (const magic of [
    [0x1f, 0x8b],
    [0x28, 0xb5, 0x2f, 0xfd],
  ]) {
    assert.equal((await withoutTokens(Buffer.from([...magic, 1, 2, 3]))).length, 0);
  }
});
