import type { Asset } from '#client';

export const ASSET_TYPES = [
  { value: 'website', label: 'Website', hint: 'example.com' },
  { value: 'app_ios', label: 'App (Apple App Store)', hint: 'App id or URL' },
  { value: 'app_android', label: 'App (Google Play)', hint: 'Package name or URL' },
  { value: 'local', label: 'Local business', hint: 'Business name, as shown on the map' },
] as const;

export const ROLES = [
  { value: 'primary', label: 'Own' },
  { value: 'competitor', label: 'Competitor' },
] as const;

export function toTypeName(type: Asset['type']): string {
  return ASSET_TYPES.find(({ value }) => value === type)?.label ?? type;
}

/** What counts as a website beside its own address. */
export interface Matching {
  readonly aliases: readonly string[];
  readonly hasSubdomains: boolean;
}

/** Reads it from what an asset carries; what cannot be read is the usual. */
export function readMatching({ meta_json: text }: Pick<Asset, 'meta_json'>): Matching {
  let meta: unknown;
  try {
    meta = JSON.parse(text);
  } catch {
    meta = undefined;
  }
  const fields = (typeof meta === 'object' && meta !== null ? meta : {}) as Readonly<Record<string, unknown>>;
  const aliases = Array.isArray(fields['aliases']) ? fields['aliases'].filter((alias) => typeof alias === 'string') : [];
  return { aliases, hasSubdomains: fields['subdomains'] !== false };
}
