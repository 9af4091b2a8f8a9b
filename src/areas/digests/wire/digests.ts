import { z } from 'zod';
import { timeZoneField } from '#areas/projects/index.ts';
import { dayParam, idField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { findAddressProblem } from '#providers/mail/address.ts';
import { isReadableBehindWhite } from '../color.ts';
import { DEFAULT_SECTIONS, DIGEST_SECTIONS, type DigestSectionName } from '../content/section-names.ts';
import { RHYTHMS, RUN_STATUSES, SCOPE_KINDS, type DigestRun, type DigestSettings } from '../digest.ts';
import { ADDRESS_STATES } from '#areas/mail/index.ts';
import type { ListedDigest } from '../get-digest.ts';
import type { DigestPreset } from '../presets.ts';
import { DayOfMonth, SendTime, Weekday } from './when.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
export const PROJECTS_MAX = 100;
export const ADDRESSES_MAX = 50;
export const CHANNELS_MAX = 20;
const PRESETS_MAX = 5;
const COLOR = /^#[0-9a-f]{6}$/u;
const BRAND_LENGTH_MAX = 60;

const Scope = z
  .strictObject({
    kind: z.enum(SCOPE_KINDS),
    project_ids: listField(idField(), { max: PROJECTS_MAX }).optional(),
  })
  .meta({
    id: 'DigestScope',
    description:
      '`project`: one. `projects`: some, one row each. `organization`: all, later ones too. `client`: some, and everyone reads them as clients do.',
  });

const Address = z
  .string()
  .trim()
  .toLowerCase()
  .refine((address) => findAddressProblem({ address }) === undefined, 'must be an e-mail address');

const Recipients = z
  .strictObject({
    channel_ids: listField(idField(), { max: CHANNELS_MAX }).default([]),
    addresses: listField(Address, { max: ADDRESSES_MAX }).default([]).meta({
      description: 'Those of members of the organization get it at once; others are asked by mail, and get it when they confirm.',
    }),
  })
  .meta({ id: 'DigestRecipients' });

const BrandFields = z
  .strictObject({
    name: nameField(BRAND_LENGTH_MAX).nullable().default(null),
    color: z
      .string()
      .toLowerCase()
      .regex(COLOR, 'must be a colour like #0a5c36')
      .refine((color) => !COLOR.test(color) || isReadableBehindWhite(color), 'must be dark enough for white letters (contrast 4.5)')
      .nullable()
      .default(null),
  })
  .meta({ id: 'DigestBrand' });

const Fields = {
  name: nameField(),
  scope: Scope,
  every: z
    .enum(RHYTHMS)
    .meta({ description: 'The period is what lies between two digests: a day, a week, a month, up to the day before.' }),
  at: SendTime,
  weekday: Weekday,
  day_of_month: DayOfMonth,
  time_zone: timeZoneField(),
  sections: listField(z.enum(DIGEST_SECTIONS), { min: 1, max: DIGEST_SECTIONS.length }).meta({ description: 'What it shows, in order.' }),
  recipients: Recipients,
  skip_quiet: z.boolean().meta({ description: 'A period in which nothing moved is left out, and its run says so.' }),
  language: z.literal('en'),
  brand: BrandFields.nullable(),
  enabled: z.boolean(),
};

export const DigestParams = z.object({ digest_id: idField() });
export const ListDigestsQuery = z.object({
  project_id: idField().optional().meta({ description: 'Only those that are about it alone.' }),
  organization_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const CreateDigestBody = z.object({
  ...Fields,
  organization_id: idField().optional().meta({ description: 'Of `organization`: needed by keys that are bound to none.' }),
  at: Fields.at.default('07:00'),
  weekday: Fields.weekday.default(null).meta({ description: 'Of `week`; 1 is Monday, which is the default.' }),
  day_of_month: Fields.day_of_month.default(null).meta({ description: 'Of `month`; in shorter months the last day. 1 unless given.' }),
  time_zone: Fields.time_zone.optional().meta({ description: 'That of the project unless given, else UTC.' }),
  sections: Fields.sections.default([...DEFAULT_SECTIONS]),
  recipients: Fields.recipients.default({ channel_ids: [], addresses: [] }),
  skip_quiet: Fields.skip_quiet.default(false),
  language: Fields.language.default('en'),
  brand: Fields.brand.default(null),
  enabled: Fields.enabled.default(true),
});
export const UpdateDigestBody = z.object(Fields).partial();

const PREVIEW_AS = ['self', 'client'] as const;
export const PreviewQuery = z.object({
  period: dayParam()
    .optional()
    .meta({ description: 'A day of the period, in the time zone of the digest; the newest whole period unless given.' }),
  as: z.enum(PREVIEW_AS).default('self').meta({ description: 'What the caller gets, or what a client would.' }),
});
export const SendBody = z.object({
  period: z.iso.date().optional().meta({ description: 'A day of the period; the newest whole one unless given.' }),
});
export const RunsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });

export const PeriodBody = z.object({ from: z.string(), to: z.string() });

const LastRun = z.object({ at: z.string(), status: z.enum(RUN_STATUSES), reason: z.string().nullable(), period: PeriodBody });

const DigestBody = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    scope: z.object({ kind: z.enum(SCOPE_KINDS), project_ids: z.array(z.string()).max(PROJECTS_MAX).optional() }),
    every: z.enum(RHYTHMS),
    at: z.string(),
    weekday: z.int().nullable(),
    day_of_month: z.int().nullable(),
    time_zone: z.string(),
    sections: z.array(z.enum(DIGEST_SECTIONS)).max(DIGEST_SECTIONS.length),
    recipients: z.object({
      channel_ids: z.array(z.string()).max(CHANNELS_MAX),
      addresses: z.array(z.string()).max(ADDRESSES_MAX).meta({ description: 'Masked for callers who may not change the digest.' }),
    }),
    address_states: z
      .array(z.object({ address: z.string(), state: z.enum(ADDRESS_STATES), since: z.string().nullable(), reason: z.string().nullable() }))
      .max(ADDRESSES_MAX)
      .meta({
        description:
          'Only `member` and `confirmed` get mail. `waiting`: was asked to confirm, and has not. `bounced` says why in `reason`.',
      }),
    skip_quiet: z.boolean(),
    language: z.literal('en'),
    brand: z.object({ name: z.string().nullable(), color: z.string().nullable() }).nullable(),
    enabled: z.boolean(),
    next_run_at: z.string().nullable(),
    last_run: LastRun.nullable(),
    created_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Digest' });

const PresetBody = z
  .object({
    preset: z.string(),
    title: z.string(),
    summary: z.string(),
    settings: z.object({
      name: z.string(),
      every: z.enum(RHYTHMS),
      at: z.string(),
      weekday: z.int().nullable(),
      day_of_month: z.int().nullable(),
      sections: z.array(z.enum(DIGEST_SECTIONS)).max(DIGEST_SECTIONS.length),
      skip_quiet: z.boolean(),
    }),
  })
  .meta({
    id: 'DigestPreset',
    description: 'What `POST /api/digests` takes beside scope and recipients. Nothing of it is sent until a digest is made.',
  });

export const DigestResponse = z.object({ success: z.boolean(), digest: DigestBody });
export const DigestListResponse = z.object({
  success: z.boolean(),
  digests: z.array(DigestBody),
  presets: z.array(PresetBody).max(PRESETS_MAX),
  ...ListFields,
});
export const DeleteDigestResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });
export const PreviewResponse = z.object({
  success: z.boolean(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  period: PeriodBody,
  is_quiet: z.boolean().meta({ description: 'Nothing moved: with `skip_quiet` it would not be sent.' }),
});
export const SentDigestResponse = z.object({ success: z.boolean(), mail_id: z.string(), to: z.string(), period: PeriodBody });

type NewBody = z.output<typeof CreateDigestBody>;
type Changes = z.output<typeof UpdateDigestBody>;

export function toNewDigest(body: NewBody) {
  const { organization_id: organizationId, time_zone: timeZone, ...rest } = body;
  return { ...(toDigestChanges(rest) as Omit<DigestSettings, 'timeZone'>), timeZone, organizationId };
}

export function toDigestChanges(body: Changes): Partial<DigestSettings> {
  const {
    scope,
    day_of_month: dayOfMonth,
    time_zone: timeZone,
    sections,
    recipients,
    skip_quiet: skipQuiet,
    enabled: isEnabled,
    ...same
  } = body;
  const changes = {
    ...same,
    ...(scope && { scopeKind: scope.kind, projectIds: scope.project_ids === undefined ? null : [...new Set(scope.project_ids)] }),
    ...(recipients && { channelIds: [...new Set(recipients.channel_ids)], addresses: [...new Set(recipients.addresses)] }),
    dayOfMonth,
    timeZone,
    sections: sections && [...new Set(sections)],
    skipQuiet,
    isEnabled,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export function toDigestBody({ digest, lastRun, addresses }: ListedDigest): z.input<typeof DigestBody> {
  const { scopeKind, projectIds, channelIds, isEnabled, sections } = digest;
  return toBody(DigestBody, {
    ...digest,
    scope: { kind: scopeKind, ...(projectIds === null ? {} : { project_ids: [...projectIds] }) },
    recipients: { channel_ids: [...channelIds], addresses: addresses.map(({ address }) => address) },
    addressStates: addresses.map(({ address, state, since, reason }) => ({ address, state, since: since?.toISOString() ?? null, reason })),
    sections: sections as DigestSectionName[],
    enabled: isEnabled,
    lastRun: lastRun === undefined ? null : toLastRunBody(lastRun),
  });
}

function toLastRunBody({ createdAt, endedAt, status, reason, fromDay, toDay }: DigestRun): z.input<typeof LastRun> {
  return { at: (endedAt ?? createdAt).toISOString(), status, reason, period: { from: fromDay, to: toDay } };
}

export function toPresetBody({ preset, title, summary, settings }: DigestPreset): z.input<typeof PresetBody> {
  const { dayOfMonth, skipQuiet, sections, ...same } = settings;
  return { preset, title, summary, settings: { ...same, day_of_month: dayOfMonth, skip_quiet: skipQuiet, sections: [...sections] } };
}
