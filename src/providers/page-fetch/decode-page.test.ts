import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePage } from './decode-page.ts';

const decode = (bytes: Buffer | string, typeHeader?: string, isCut = false) =>
  decodePage(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'), { typeHeader, isCut });

test('takes the charset from the mark, the header or the page, in this order', () => {
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Zwei', 'utf16le')]);
  assert.deepEqual(decode(marked, 'text/html; charset=iso-8859-1'), { text: 'Zwei', charset: 'utf-16le' });
  assert.deepEqual(decode('caf\u00e9 <meta charset="koi8-r">', 'text/html; charset="ISO-8859-1"').charset, 'windows-1252');
  assert.equal(decode('<meta charset="koi8-r">\u00c1').text.at(-1), 'а');
  assert.equal(decode('<meta http-equiv=content-type content="text/html; charset=shift_jis">').charset, 'shift_jis');
  assert.equal(decode('<?xml version="1.0" encoding="windows-1251"?><p>').charset, 'windows-1251');
  assert.equal(decode(`${' '.repeat(2_000)}<meta charset="koi8-r">`).charset, 'utf-8');
});

test('unknown names, and UTF-16 that was read as ASCII, count as none', () => {
  assert.equal(decode('<meta charset="utf-16">x').charset, 'utf-8');
  assert.equal(decode('x', 'text/html; charset=klingon').charset, 'utf-8');
  assert.equal(decode('<meta charset="koi8-r">x', 'text/html; charset=none').charset, 'koi8-r');
});

test('reads as UTF-8 what is UTF-8, and else as windows-1252, whatever it calls itself', () => {
  assert.deepEqual(decode(Buffer.from('Grüße')), { text: 'Grüße', charset: 'utf-8' });
  assert.deepEqual(decode('Gr\u00fc\u00dfe'), { text: 'Grüße', charset: 'windows-1252' });
  assert.equal(decode('Gr\u00fc\u00dfe', 'text/html; charset=utf-8').text, 'Grüße');
  const slip = Buffer.concat([Buffer.from('Grüße aus Köln '), Buffer.from([0xff])]);
  assert.equal(decode(slip).text, 'Grüße aus Köln \ufffd');
});

test('leaves out the letter that was cut', () => {
  const cut = Buffer.from('Gr\u00fc\u00df').subarray(0, -1);
  assert.equal(decode(cut, undefined, true).text, 'Grü');
});
