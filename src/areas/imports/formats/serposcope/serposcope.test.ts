import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { collect } from '../../../../../test/support/foreign-files/collect.ts';
import { openForeign } from '../../../../../test/support/foreign-files/folder.ts';
import { makeSerposcopeBackup, packLz4, packResultPage } from '../../../../../test/support/foreign-files/serposcope.ts';
import { readLz4Block } from '../../opening/lz4-block.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';
import { detectFormat } from '../detect-format.ts';
import { serposcopeBackup } from './backup.ts';
import { readResultPage } from './result-page.ts';

const KEYWORDS = ['c:\\temp\\', "rock'n'roll; drop", 'schuhe 👟 "rot"', 'plain'];

function makeBackup(): string {
  const page = packResultPage(Array.from({ length: 20 }, (_none, at) => `https://site${at}.example/a/very/long/address/${at}`));
  return makeSerposcopeBackup({
    RUN: [1, 2].map((id) => [id, 0, `2026-01-0${id}`, '2026-01-01 03:00:00.0', null, 100, 0, id - 1, 1, 0]),
    USER: [[1, 'a@example.com', Buffer.from('secret')]],
    GOOGLE_SEARCH: KEYWORDS.map((keyword, at) => [at + 1, keyword, 'de', null, at % 2, null, at === 0 ? 'hl=de&uule=x' : null]),
    GOOGLE_SERP: KEYWORDS.slice(0, 3).map((_keyword, at) => [1, at + 1, '2026-01-01 00:00:00.0', page]),
    GOOGLE_TARGET: [
      [1, 1, 'shop', 0, 'example.com'],
      [2, 1, 'pattern', 2, '.*shop.*'],
    ],
    GOOGLE_RANK: [
      ...KEYWORDS.map((_keyword, at) => [1, 1, 1, at + 1, at === 0 ? 3 : 32_767, 32_767, 0, at === 0 ? 'https://example.com/x' : null]),
      [2, 1, 1, 1, 32_767, 3, 0, null],
      [1, 1, 2, 1, 4, 4, 0, 'https://shop.example'],
      [9, 1, 1, 1, 4, 4, 0, 'https://example.com'],
    ],
  });
}

test('a backup of Serposcope gives its places, and a page that is kept says to which depth nothing was found', async (t) => {
  const file = await openForeign(t, 'backup.sql.gz', gzipSync(makeBackup()));
  const { format } = await detectFormat(file);
  assert.equal(format.kind, 'serposcope_backup');
  const readings = await collect(format.read(file, {}));
  const points = readings.filter((reading) => reading.kind === 'point');
  assert.deepEqual(
    points.map(({ subject, day, value }) => [subject.keyword, subject.device, day, value]),
    [
      [KEYWORDS[0], 'desktop', '2026-01-01', { outcome: 'ranked', position: 3 }],
      [KEYWORDS[1], 'mobile', '2026-01-01', { outcome: 'not_found', depth: 20 }],
      [KEYWORDS[2], 'desktop', '2026-01-01', { outcome: 'not_found', depth: 20 }],
      [KEYWORDS[3], 'mobile', '2026-01-01', { outcome: 'not_found', depth: null }],
      [KEYWORDS[0], 'desktop', '2026-01-02', { outcome: 'not_found', depth: null }],
    ],
  );
  assert.deepEqual([points[0]?.subject.languageCode, points[0]?.subject.country, points[0]?.subject.domain], ['de', 'DE', 'example.com']);
  assert.deepEqual(
    readings.flatMap((reading) => (reading.kind === 'rejected' ? [reading.reason] : [])),
    ['The target is a pattern and has no domain', 'The run is not in the backup'],
  );
});

test('a dump that is cut, or holds an expression, is refused and names its last good statement', async (t) => {
  const whole = makeBackup();
  for (const cut of [whole.length - 60, Math.floor(whole.length * 0.8), whole.indexOf('INSERT INTO `GOOGLE_RANK`') + 40]) {
    const file = await openForeign(t, 'cut.sql', whole.slice(0, cut));
    await assert.rejects(collect(serposcopeBackup.read(file, {})), /cut.*last good statement/u);
  }
  const harm = await openForeign(t, 'harm.sql', whole.replace("'plain'", "LOAD_FILE('/etc/passwd')"));
  await assert.rejects(collect(serposcopeBackup.read(harm, {})), /nothing is executed/u);
  const bomb = await openForeign(t, 'bomb.sql.gz', gzipSync(Buffer.concat([Buffer.from(whole), Buffer.alloc(64 * 1_048_576, 32)])));
  await assert.rejects(collect(serposcopeBackup.read(bomb, {})), /more than 200 times/u);
  const broken = gzipSync(whole).subarray(0, -20);
  await assert.rejects(openForeign(t, 'broken.sql.gz', broken), { name: 'UnreadableFileError' });
});

test('what is packed as an LZ4 block comes back, and no block of any bytes does harm', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(Buffer.from('https://a.example/'), Buffer.from([1, 2, 3]), Buffer.from('x')), { maxLength: 200 }),
      (parts) => {
        const plain = Buffer.concat(parts);
        assert.ok(readLz4Block(packLz4(plain), plain.length).equals(plain));
      },
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        readResultPage(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof UnreadableFileError, String(error));
      }
    }),
  );
  assert.throws(() => readResultPage(Buffer.from('ffffffff00', 'hex')), /larger than a page/u);
});
