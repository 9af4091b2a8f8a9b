import { z } from 'zod';
import { OnboardLimits } from '#areas/domains/index.ts';
import { idField, nameField } from '#http/fields.ts';
import { appTypeOf, ASSET_TYPES, platformOf, PLATFORMS, type AssetType } from './asset.ts';
import { appIdField, PlaceId, Website } from './wire.ts';

/** Stored types, and those of the simple form of 4.2. */
const ONBOARD_TYPES = [...ASSET_TYPES, 'app', 'local_business'] as const;

/**
 * The payload of `asset-onboard` (specification 4.10). What a value may be depends on the type, so the
 * schema is made for the raw payload.
 */
export function makeOnboardPayload({ asset_type: given, platform }: Readonly<Record<string, unknown>>) {
  const type = toStoredType(given, platform);
  const ownPlatform = platformOf(type);
  return z.object({
    project_id: idField(),
    asset_type: z.enum(ONBOARD_TYPES),
    platform: (given === 'app' || ownPlatform === null ? z.enum(PLATFORMS) : z.literal(ownPlatform)).optional(),
    value: valueField(type),
    name: nameField().optional(),
    ...OnboardLimits.shape,
  });
}

function toStoredType(given: unknown, platform: unknown): AssetType {
  if (given === 'app') return appTypeOf(platform === 'store_b' ? 'store_b' : 'store_a');
  return given === 'local_business' ? 'local' : (ASSET_TYPES.find((known) => known === given) ?? 'website');
}

function valueField(type: AssetType) {
  const platform = platformOf(type);
  if (platform !== null) return appIdField(platform);
  return type === 'local' ? PlaceId : Website;
}
