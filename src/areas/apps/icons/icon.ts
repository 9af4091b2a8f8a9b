import { createHash } from 'node:crypto';
import { PLATFORMS } from '#areas/assets/index.ts';

export type Platform = (typeof PLATFORMS)[number];

const VERSION_CHARACTERS = 16;
export const VERSION = /^[0-9a-f]{16}$/u;
const ICON_NAME = new RegExp(`^(?<platform>${PLATFORMS.join('|')})_(?<appId>[A-Za-z0-9_.]{1,150})$`, 'u');

/** The picture at one address: another address is another version. */
export interface IconSource {
  readonly platform: Platform;
  readonly appId: string;
  /** Where the store has it. */
  readonly iconUrl: string;
}

/** @example toIconVersion('https://is1-ssl.mzstatic.com/image/thumb/a/512x512bb.jpg') // 1f0c9ad3fca2b4e7 */
export function toIconVersion(iconUrl: string): string {
  return createHash('sha256').update(iconUrl).digest('hex').slice(0, VERSION_CHARACTERS);
}

/** How the picture hosts of the stores write sizes: `/100x100bb.jpg` behind a picture, or `=s64` behind a name that may stand alone. */
const SIZED: readonly (readonly [host: RegExp, asked: string])[] = [
  [/^(https:\/\/is\d-ssl\.mzstatic\.com\/image\/thumb\/.+\/)\d+x\d+([a-z]*)(?:-\d+)?(\.\w+)$/u, '$1512x512$2$3'],
  [/^(https:\/\/play-lh\.googleusercontent\.com\/[^=]+)(?:=.*)?$/u, '$1=s512'],
];

/**
 * The address of the same picture at twice the size that is kept, whatever size a list has shown.
 * @example toLargePicture('https://play-lh.googleusercontent.com/abc=s64') // 'https://play-lh.googleusercontent.com/abc=s512'
 */
export function toLargePicture(iconUrl: string): string {
  const [host, asked] = SIZED.find(([sized]) => sized.test(iconUrl)) ?? [];
  return host === undefined || asked === undefined ? iconUrl : iconUrl.replace(host, asked);
}

/** Where the picture lies among the blobs. */
export function toIconKey({ platform, appId, iconUrl }: IconSource): string {
  return toBlobKey({ platform, appId, version: toIconVersion(iconUrl) });
}

export function toBlobKey({ platform, appId, version }: Omit<IconSource, 'iconUrl'> & { readonly version: string }): string {
  return `icons/${platform}_${appId}/${version}.webp`;
}

/** @example parseIconName('store_b_com.example.app') // { platform: 'store_b', appId: 'com.example.app' } */
export function parseIconName(name: string): Omit<IconSource, 'iconUrl'> | undefined {
  return ICON_NAME.exec(name)?.groups as Omit<IconSource, 'iconUrl'> | undefined;
}

/** What is known of an app's icon: `iconKey` may still be that of an earlier address. */
export type KnownIcon = Omit<IconSource, 'iconUrl'> & { readonly iconUrl: string | null; readonly iconKey: string | null };

export function isStored({ iconUrl, iconKey, ...app }: KnownIcon): boolean {
  return iconUrl !== null && iconKey === toIconKey({ ...app, iconUrl });
}

/**
 * Where an app's icon is shown from: our own copy, or the store's address while there is none; null when the store gives none.
 * @param publicUrl `ctx.publicUrl()`; without it our own address is a path
 */
export function toShownIcon(icon: KnownIcon, publicUrl: string | undefined): string | null {
  if (icon.iconUrl === null || !isStored(icon)) return icon.iconUrl;
  const base = publicUrl?.replace(/\/+$/u, '') ?? '';
  return `${base}/api/public/app-icons/${icon.platform}_${icon.appId}?v=${toIconVersion(icon.iconUrl)}`;
}
