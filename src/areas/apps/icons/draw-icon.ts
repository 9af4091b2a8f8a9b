import type { Sharp, SharpOptions } from 'sharp';
import { messageOf, OutsideError } from '#kernel/errors.ts';

/** Width and height of a stored icon, in pixels. */
export const ICON_SIDE = 256;
export const ICON_TYPE = 'image/webp';

const QUALITY = 85;
/** Stores give at most 1024 by 1024. A small file can unpack to any number of pixels. */
const PIXELS_MAX = 2_048 * 2_048;
const SECONDS_MAX = 10;
/** Also what the library may read at all: others, SVG before all, can ask for more than pixels. */
const FORMATS: Readonly<Record<string, string>> = { jpeg: 'VipsForeignLoadJpeg', png: 'VipsForeignLoadPng', webp: 'VipsForeignLoadWebp' };

/**
 * An icon in its one size and format, whatever came: a square of 256 pixels as WebP, upright, without the words and places
 * that a picture can carry.
 * @throws OutsideError `parse`, not retryable, when it is no picture that is taken: another format, too large, animated, damaged
 */
export async function drawIcon(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).timeout({ seconds: SECONDS_MAX });
    const { format, pages = 1 } = await image.metadata();
    if (!Object.hasOwn(FORMATS, format)) throw new Error(`the format ${format} is not taken`);
    if (pages > 1) throw new Error('it is animated');
    return await image
      .autoOrient()
      .resize(ICON_SIDE, ICON_SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (cause) {
    const message = `the icon is not a picture that is taken: ${messageOf(cause)}`;
    throw new OutsideError({ service: 'pictures', kind: 'parse', message, retryable: false, cause });
  }
}

type MakeImage = (bytes: Buffer, options: SharpOptions) => Sharp;
let loading: Promise<MakeImage> | undefined;

/** The library and its native part, loaded with the first icon. */
function loadSharp(): Promise<MakeImage> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: Object.values(FORMATS) });
    return sharp;
  });
  return loading;
}
