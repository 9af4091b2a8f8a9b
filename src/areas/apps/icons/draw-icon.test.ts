import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { OutsideError } from '#kernel/errors.ts';
import { drawIcon, ICON_SIDE } from './draw-icon.ts';

const RED = { r: 200, g: 20, b: 30 };
const plain = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: RED } });

async function readPixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

/** A PNG whose head says its size and whose data is all of one byte. */
function makeFlatPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const data = deflateSync(Buffer.alloc((width + 1) * rows));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

for (const format of ['png', 'jpeg', 'webp'] as const)
  test(`an icon that comes as ${format} is kept as WebP of one size`, async () => {
    for (const side of [60, 512, 1_024]) {
      const drawn = await drawIcon(await plain(side).toFormat(format).toBuffer());
      const { format: kept, width, height, pages } = await sharp(drawn).metadata();
      assert.deepEqual([kept, width, height, pages], ['webp', ICON_SIDE, ICON_SIDE, undefined]);
      const [red = 0, green = 0, blue = 0, alpha] = await readPixel(drawn, 128, 128);
      assert.ok(Math.abs(red - RED.r) < 8 && Math.abs(green - RED.g) < 8 && Math.abs(blue - RED.b) < 8 && alpha === 255);
    }
  });

test('what is not square is shown whole, on nothing', async () => {
  const drawn = await drawIcon(await plain(200, 100).png().toBuffer());
  assert.equal((await readPixel(drawn, 128, 10))[3], 0);
  assert.equal((await readPixel(drawn, 128, 128))[3], 255);
});

test('a picture is turned upright, and what it says of camera and location is dropped', async () => {
  const left = await plain(50, 100).png().toBuffer();
  const halves = sharp({ create: { width: 100, height: 100, channels: 3, background: { r: 0, g: 0, b: 0 } } });
  const source = await halves
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'someone', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.ok((await sharp(source).metadata()).exif !== undefined);
  const drawn = await drawIcon(source);
  const { exif, xmp, icc, orientation } = await sharp(drawn).metadata();
  assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined]);
  // Orientation 6: what is stored on the left is shown on top.
  assert.ok((await readPixel(drawn, 128, 20))[0]! > 150);
  assert.ok((await readPixel(drawn, 128, 230))[0]! < 50);
});

test('what is no icon is refused, and not tried again', async () => {
  // Frames that are the same become one.
  const toFrame = (g: number) => sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 0, g, b: 0 } } });
  const frames = await Promise.all([0, 100, 200].map((green) => toFrame(green).png().toBuffer()));
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
  const jpeg = await plain(300).jpeg().toBuffer();
  const hostile = {
    'no bytes': Buffer.alloc(0),
    'a page': Buffer.from('<!doctype html><title>404</title>'),
    'an SVG that reads a file': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    ),
    'a GIF': await plain(10).gif().toBuffer(),
    'a TIFF': await plain(10).tiff().toBuffer(),
    'an animation': animated,
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'a small file of 25 million pixels': makeFlatPng(5_000, 5_000),
    'a head that promises 2 billion pixels': makeFlatPng(65_535, 32_767, 1),
    'random bytes behind the mark of a PNG': Buffer.concat([makeFlatPng(9, 9).subarray(0, 40), Buffer.from('noise'.repeat(50))]),
  };
  assert.ok(hostile['a small file of 25 million pixels'].length < 100_000);
  for (const [name, bytes] of Object.entries(hostile)) {
    await assert.rejects(
      drawIcon(bytes),
      (error) => error instanceof OutsideError && error.kind === 'parse' && !error.retryable,
      `${name} was taken`,
    );
  }
});
