import { fieldsOf, numberOf, textOf } from './fields.ts';

const ICON_SIDE = 512;
/** Width of screenshots, the same as in the lookup service. */
const SCREENSHOT_WIDTH = 392;

/** An icon of 512 by 512 pixels. */
export function iconUrlOf(artwork: unknown): string | undefined {
  return fillTemplate(artwork, { width: ICON_SIDE, height: ICON_SIDE });
}

/** A screenshot at a moderate width, in its own proportions. */
export function screenshotUrlOf(artwork: unknown): string | undefined {
  const { width, height } = fieldsOf(artwork);
  const wide = numberOf(width) ?? 0;
  const high = numberOf(height) ?? 0;
  if (wide <= 0 || high <= 0) return undefined;
  return fillTemplate(artwork, { width: SCREENSHOT_WIDTH, height: Math.round((SCREENSHOT_WIDTH * high) / wide) });
}

/** Undefined for pictures that are part of the store's own app (`systemimage://`). */
function fillTemplate(artwork: unknown, { width, height }: { readonly width: number; readonly height: number }): string | undefined {
  const { template, crop } = fieldsOf(artwork);
  const text = textOf(template);
  if (text?.startsWith('https://') !== true) return undefined;
  return text
    .replace('{w}', String(width))
    .replace('{h}', String(height))
    .replace('{c}', textOf(crop) ?? 'bb')
    .replace('{f}', 'jpg');
}
