import type { AssetRole } from '#areas/projects/index.ts';

export const ASSET_TYPES = ['website', 'app_ios', 'app_android', 'local'] as const;
/** Stored types. */
export type AssetType = (typeof ASSET_TYPES)[number];

export const PLATFORMS = ['store_a', 'store_b'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A website, app or local business of a project. */
export interface Asset {
  readonly id: string;
  readonly projectId: string;
  readonly type: AssetType;
  /** Normalized host, app id, or place id (`cid` where no place id is known). */
  readonly value: string;
  readonly name: string;
  readonly platform: Platform | null;
  readonly role: AssetRole;
  readonly iconUrl: string | null;
  readonly meta: AssetMeta;
  readonly domainId: number | null;
  /** The asset-onboard workflow that its creation started. */
  readonly workflowId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is known of an asset beside its columns, under the names of the wire: `cid`, `place_id`, `lat`, `address`, ... */
export type AssetMeta = Readonly<Record<string, unknown>>;

const PLATFORM_OF: Readonly<Record<AssetType, Platform | null>> = {
  website: null,
  app_ios: 'store_a',
  app_android: 'store_b',
  local: null,
};

export function platformOf(type: AssetType): Platform | null {
  return PLATFORM_OF[type];
}

export function appTypeOf(platform: Platform): AssetType {
  return platform === 'store_a' ? 'app_ios' : 'app_android';
}

/** Whether its name is a brand of the project: keywords that name it are branded. */
export function isOwnWebsite({ type, role }: Pick<Asset, 'type' | 'role'>): boolean {
  return type === 'website' && role === 'primary';
}
