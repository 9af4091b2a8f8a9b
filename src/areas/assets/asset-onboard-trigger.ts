import { z } from 'zod';
import { estimateOnboardings, OnboardLimits } from '#areas/domains/index.ts';
import type { RawPayload, WorkflowTrigger } from '#area/trigger.ts';
import { idField, nameField } from '#http/fields.ts';
import { appTypeOf, ASSET_TYPES, platformOf, PLATFORMS, type AssetType } from './asset.ts';
import { appIdField, PlaceId, Website } from './wire/assets.ts';

/** Stored types, and those of the simple form of 4.2. */
const ONBOARD_TYPES = [...ASSET_TYPES, 'app', 'local_business'] as const;

/** What a value may be depends on the type, so the schema is made for the raw payload. */
export const assetOnboardTrigger: WorkflowTrigger = {
  fields: '`project_id`, `asset_type`, `value`, `name`, `platform`, `backlinks_limit`, `keywords_limit`',
  makePayload: makeOnboardPayload,
  estimate: async (ctx, payload) => {
    const { asset_type: type, value, project_id: projectId, ...limits } = OnboardOrder.parse(payload);
    if (type !== 'website') return { calls: 0, costUsd: 0 };
    return await estimateOnboardings(ctx, [{ domain: value, projectId, options: limits }]);
  },
};

const OnboardOrder = z.object({ asset_type: z.string(), value: z.string(), project_id: z.string(), ...OnboardLimits.shape });

function makeOnboardPayload({ asset_type: given, platform }: RawPayload) {
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
