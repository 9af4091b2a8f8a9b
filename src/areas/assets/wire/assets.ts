import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { hostField, OnboardLimits, ORCHESTRATIONS, toOrchestration, urlField } from '#areas/domains/index.ts';
import { ASSET_ROLES } from '#areas/projects/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { fillFrom, hasNoControl, idField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { findAppIdProblem } from '../app-id.ts';
import { appTypeOf, ASSET_TYPES, PLATFORMS, type Asset, type AssetType, type Platform } from '../asset.ts';
import type { CreateAssetInput, CreateAssetResult } from '../create-asset.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

export const Website = hostField();
const IconUrl = urlField();
const Cid = z.string().regex(/^\d{1,20}$/u, 'must be the decimal cid of a place');
export const PlaceId = z.string().regex(/^[\w-]{1,255}$/u, 'must be the id of a place');
const Line = z.string().max(500).refine(hasNoControl, 'must not contain control characters');

export function appIdField(platform: Platform) {
  return z.string().refine((id) => findAppIdProblem(id, platform) === undefined, findAppIdProblem('', platform));
}

const Common = z.object({
  project_id: idField(),
  name: nameField().optional(),
  role: z.enum(ASSET_ROLES).default('primary'),
  icon_url: IconUrl.nullish(),
  skip_onboarding: z.boolean().default(false),
  ...OnboardLimits.shape,
  dry_run: dryRunField(),
});
const localFields = {
  place_id: PlaceId,
  cid: Cid,
  location_id: PlaceId,
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: Line,
  phone: Line.max(50),
};
const LocalMeta = z.object(localFields).partial();
const SIMPLE_TYPES = ['website', 'app', 'local_business'] as const;

/** The form is chosen by its type, so each documents its own; a message for an unknown one names them all. */
function typeField(type: AssetType) {
  return z.enum(ASSET_TYPES).meta({ enum: [type] });
}

function simpleTypeField(type: (typeof SIMPLE_TYPES)[number]) {
  return z.enum(SIMPLE_TYPES).meta({ enum: [type] });
}

const WebsiteForm = Common.extend({ type: typeField('website'), value: Website }).transform((body) =>
  toInput(body, { type: 'website', value: body.value, meta: {} }),
);
const WebsiteSimpleForm = Common.extend({ asset_type: simpleTypeField('website'), url: Website }).transform((body) =>
  toInput(body, { type: 'website', value: body.url, meta: {} }),
);

function appForm(platform: Platform) {
  const fields = Common.extend({
    type: typeField(appTypeOf(platform)),
    value: appIdField(platform),
    platform: z.literal(platform).optional(),
    app_id: appIdField(platform).optional(),
    bundle_id: Line.max(255).optional(),
  });
  const whole = fields.transform((body) =>
    toInput(body, { type: appTypeOf(platform), value: body.value, meta: { app_id: body.value, bundle_id: body.bundle_id } }),
  );
  return z.preprocess(fillFrom('value', ['app_id']), whole);
}

function appSimpleForm(platform: Platform) {
  return Common.extend({
    asset_type: simpleTypeField('app'),
    platform: z.enum(PLATFORMS).meta({ enum: [platform] }),
    app_id: appIdField(platform),
  }).transform((body) => toInput(body, { type: appTypeOf(body.platform), value: body.app_id, meta: { app_id: body.app_id } }));
}

const LocalForm = z.preprocess(
  fillFrom('value', ['place_id', 'cid', 'location_id']),
  Common.extend({ type: typeField('local'), value: PlaceId, ...LocalMeta.shape }).transform(toLocalInput),
);
const LocalSimpleForm = z.preprocess(
  fillFrom('value', ['place_id', 'cid']),
  Common.extend({ asset_type: simpleTypeField('local_business'), ...LocalMeta.shape, value: PlaceId.optional(), cid: Cid }).transform(
    toLocalInput,
  ),
);

/** Both forms of 4.2, one schema for each kind of asset, so that a message names the field that is missing. */
export const CreateAssetBody = {
  forms: {
    website: WebsiteForm,
    app_ios: appForm('store_a'),
    app_android: appForm('store_b'),
    local: LocalForm,
    simple_website: WebsiteSimpleForm,
    simple_app_store_a: appSimpleForm('store_a'),
    simple_app_store_b: appSimpleForm('store_b'),
    simple_local: LocalSimpleForm,
  },
  choose: (raw: unknown) => {
    const { type, asset_type: simple, platform } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    if (type === undefined && simple !== undefined) {
      if (simple === 'app') return platform === 'store_b' ? 'simple_app_store_b' : 'simple_app_store_a';
      return simple === 'local_business' ? 'simple_local' : 'simple_website';
    }
    return ASSET_TYPES.find((known) => known === type) ?? 'website';
  },
} satisfies BodyForms;

export const AssetParams = z.object({ asset_id: idField() });
export const ListAssetsQuery = z.object({
  project_id: idField(),
  type: z.enum(ASSET_TYPES).optional(),
  role: z.enum(ASSET_ROLES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const ALIASES_MAX = 20;

/** How a website is recognised in results (docs/tracking.md). */
const websiteFields = {
  aliases: listField(Website, { max: ALIASES_MAX }).nullish().meta({ description: 'Other hosts that count as this website.' }),
  subdomains: z.boolean().nullish().meta({ description: 'Whether sub-domains count as this website; they do unless it is false.' }),
};

const META_KEYS_MAX = 100;
const META_LENGTH_MAX = 16_384;
const Meta = z
  .looseObject({ ...Object.fromEntries(Object.entries(localFields).map(([name, field]) => [name, field.nullish()])), ...websiteFields })
  .refine((meta) => Object.keys(meta).length <= META_KEYS_MAX, `must have at most ${META_KEYS_MAX} keys`)
  .refine((meta) => JSON.stringify(meta).length <= META_LENGTH_MAX, `must have at most ${META_LENGTH_MAX} characters`);

export const UpdateAssetBody = z.object({
  name: nameField().optional(),
  role: z.enum(ASSET_ROLES).optional(),
  icon_url: IconUrl.nullish(),
  meta: Meta.optional().meta({ description: 'Merged key by key; null removes a key.' }),
});

const AssetBody = z
  .object({
    id: z.string(),
    asset_id: z.string(),
    project_id: z.string(),
    type: z.enum(ASSET_TYPES),
    value: z.string(),
    name: z.string(),
    platform: z.enum(PLATFORMS).nullable(),
    role: z.enum(ASSET_ROLES),
    icon_url: z.string().nullable(),
    meta_json: z.string(),
    domain_id: z.int().nullable(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: 'Asset' });

const Started = z.object({
  orchestration: z.enum(ORCHESTRATIONS).meta({ description: '`queue`: no process runs workflows now, and the message waits for one.' }),
  workflow_id: z.string().nullable(),
  status_url: z.string().nullable(),
});

export const CreateAssetResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  asset_id: z.string(),
  message: z.string(),
  domain_id: z.int().nullable(),
  onboarding: z.object({ started: z.boolean(), ...Started.shape }),
  ...Started.shape,
  asset: AssetBody,
});

export const AssetListResponse = z.object({
  success: z.boolean(),
  assets: z.array(AssetBody),
  ...ListFields,
});
export const AssetResponse = z.object({ success: z.boolean(), ...AssetBody.shape, asset: AssetBody });
export const DeleteAssetResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  id: z.string(),
  asset_id: z.string(),
  deleted: z.boolean(),
});

export function toCreateAssetBody(result: CreateAssetResult & { readonly hasWorker: boolean }): z.input<typeof CreateAssetResponse> {
  const { asset, isOnboarding, claim, hasWorker } = result;
  // The workflow that is onboarding the domain already, if there is one.
  const [type, workflowId] = claim?.outcome === 'running' ? ['domain-onboard', claim.workflowId] : ['asset-onboard', asset.workflowId];
  const started = {
    orchestration: toOrchestration(hasWorker),
    workflow_id: workflowId,
    status_url: workflowId && `/api/admin/workflow/${type}/${workflowId}`,
  };
  return {
    success: true,
    id: asset.id,
    asset_id: asset.id,
    message: toCreationMessage(result),
    domain_id: asset.domainId,
    onboarding: { started: isOnboarding, ...started },
    ...started,
    asset: toAssetBody(asset),
  };
}

function toCreationMessage({ asset, isNew, isOnboarding, claim, hasWorker }: CreateAssetResult & { readonly hasWorker: boolean }): string {
  if (!isNew) return `Asset already exists as ${asset.role}, and was left as it is`;
  if (claim?.outcome === 'onboarded') return 'Asset created; its domain is onboarded already';
  if (claim?.outcome === 'running') return 'Asset created; its domain is being onboarded already';
  return isOnboarding && !hasWorker ? 'Asset created; its onboarding begins when a process runs workflows' : 'Asset created';
}

export function toAssetBody(asset: Asset): z.infer<typeof AssetBody> {
  return toBody(AssetBody, { ...asset, assetId: asset.id, metaJson: JSON.stringify(asset.meta) });
}

function toInput(body: z.output<typeof Common>, subject: Pick<CreateAssetInput, 'type' | 'value' | 'meta'>): CreateAssetInput {
  return {
    ...subject,
    meta: Object.fromEntries(Object.entries(subject.meta).filter(([, value]) => value !== undefined)),
    projectId: body.project_id,
    name: body.name ?? subject.value,
    role: body.role,
    iconUrl: body.icon_url ?? null,
    skipOnboarding: body.skip_onboarding,
    backlinksLimit: body.backlinks_limit,
    keywordsLimit: body.keywords_limit,
    isDryRun: body.dry_run,
  };
}

/** A place is known by its place id or its cid; a value of digits alone is a cid. */
function toLocalInput(body: z.output<typeof Common> & z.output<typeof LocalMeta> & { value?: string | undefined }): CreateAssetInput {
  const { cid, place_id, location_id, lat, lng, address, phone } = body;
  const value = body.value ?? '';
  const isCid = Cid.safeParse(value).success;
  const isLocationId = value === location_id;
  const ids = {
    cid: cid ?? (isCid ? value : undefined),
    place_id: place_id ?? (isCid || isLocationId ? undefined : value),
  };
  return toInput(body, { type: 'local', value, meta: { ...ids, location_id, lat, lng, address, phone } });
}
