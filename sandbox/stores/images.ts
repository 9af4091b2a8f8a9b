import { crc32, deflateSync } from 'node:zlib';
import { hashText, mix } from '../hashing.ts';
import type { Reply } from '../reply.ts';

const SIDE_MAX = 4_096;
const SIDE_DEFAULT = 512;
const SQUARES = 5;
const SIZE_A = /\/(\d+)x(\d+)[a-z]{0,2}(?:-\d+)?\.(?:jpg|png|webp)$/u;
const SIZE_B = /=(?:s(\d+)|w(\d+)-h(\d+))[\w-]*$/u;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A picture of the size that the address asks for: always a PNG, and of one pattern for one address without its size. */
export function answerImage(path: string): Reply {
  const [, widthA, heightA] = SIZE_A.exec(path) ?? [];
  const [, side, widthB, heightB] = SIZE_B.exec(path) ?? [];
  const width = Number(widthA ?? widthB ?? side ?? SIDE_DEFAULT);
  const height = Number(heightA ?? heightB ?? side ?? SIDE_DEFAULT);
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX)
    return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Bad Request' };
  const name = path.replace(SIZE_A, '').replace(SIZE_B, '');
  return {
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000' },
    body: drawPicture(hashText(name), width, height),
  };
}

/** Five by five squares in two colours, the same left and right. */
function drawPicture(hash: number, width: number, height: number): Buffer {
  const rows = Array.from({ length: SQUARES }, (_none, row) => {
    const line = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor((x * SQUARES) / width);
      line[x + 1] = mix(hash, 10 * row + Math.min(column, SQUARES - 1 - column)) % 2;
    }
    return line;
  });
  const lines = Array.from({ length: height }, (_none, y) => rows[Math.floor((y * SQUARES) / height)] ?? Buffer.alloc(width + 1));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, which name a colour of the palette.
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from([240, 240, 240, hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
