import type { StoreApp } from '../world/apps/store-app.ts';

const IMAGES_A = 'https://is1-ssl.mzstatic.com/image/thumb';
const IMAGES_B = 'https://play-lh.googleusercontent.com';
const ICON_SIDE = 1_024;
const SCREENS = { iphone: { width: 1_290, height: 2_796 }, ipad: { width: 2_064, height: 2_752 } } as const;

export type Device = keyof typeof SCREENS;

/** Address of an icon of `store_a` without the last part, which names the size. */
function iconBase(key: string): string {
  return `${IMAGES_A}/Purple221/v4/${key.slice(0, 2)}/${key.slice(2, 4)}/${key.slice(4, 6)}/${key}/AppIcon-0-0-1x_U007epad.png`;
}

function screenshotBase(key: string, device: Device): string {
  return `${IMAGES_A}/PurpleSource211/v4/${key.slice(0, 2)}/${key.slice(2, 4)}/${key.slice(4, 6)}/${key}/${device}.jpg`;
}

/** As the lookup service gives it: 60, 100 and 512 pixels wide. */
export function iconUrl(key: string, side: number): string {
  return `${iconBase(key)}/${side}x${side}bb.jpg`;
}

export function screenshotUrl(key: string, device: Device): string {
  return `${screenshotBase(key, device)}/${device === 'iphone' ? '392x696' : '552x414'}bb.jpg`;
}

/** An icon or screenshot of `store_b`; a size can follow behind an equals sign. */
export function playImageUrl(key: string, of: StoreApp): string {
  return `${IMAGES_B}/${Buffer.from(`${key} ${of.appId}`).toString('base64url')}`;
}

export function iconArtwork(key: string): object {
  return makeArtwork({ style: 'roundedRectPrerendered', base: iconBase(key), width: ICON_SIDE, height: ICON_SIDE });
}

export function screenshotArtwork(key: string, device: Device): object {
  return makeArtwork({ style: 'unadorned', base: screenshotBase(key, device), ...SCREENS[device] });
}

function makeArtwork({ style, base, width, height }: { style: string; base: string; width: number; height: number }): object {
  return {
    $kind: 'Artwork',
    backgroundColor: { red: 0.37, green: 0.78, blue: 0.31, type: 'rgb' },
    textColor: null,
    style,
    crop: 'bb',
    contentMode: null,
    imageScale: null,
    template: `${base}/{w}x{h}{c}.{f}`,
    width,
    height,
    variants: [{ $kind: 'ArtworkVariant', format: 'jpeg', quality: 70, supportsWideGamut: false }],
  };
}
