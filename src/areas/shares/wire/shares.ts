import { z } from 'zod';
import { countDifferent, PASSWORD_DIFFERENT_MIN } from '#kernel/text.ts';
import { CHANNELS, DEVICES, KEYWORD_FILTER_FIELDS } from '#areas/keywords/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { OUTCOME_FILTER_FIELDS } from '#areas/rankings/index.ts';
import { idField, instantField, integerField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ShareSettings } from '../create-share.ts';
import { SECTIONS, type SectionName } from '../sections/index.ts';
import { SHARE_COMPARES, SHARE_DAYS_MAX, SHARE_RANGES, type Share, type ShareFilter } from '../share.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const DAYS_DEFAULT = 28;
const PASSWORD_LENGTH_MIN = 8;
const PASSWORD_LENGTH_MAX = 200;
const FRAME_HOSTS_MAX = 20;
const FIRST_DAY = '1970-01-01';

export const SECTION_NAMES = SECTIONS.map(({ name }) => name) as [SectionName, ...SectionName[]];

const Sections = listField(z.enum(SECTION_NAMES), { min: 1, max: SECTION_NAMES.length }).meta({ description: 'What is shown, in order.' });

const Filter = z
  .strictObject({
    device: z.enum(DEVICES).optional(),
    location_code: locationCodeField().optional(),
    language_code: languageCodeField().optional(),
    engine: z.enum(ENGINES).optional(),
    channel: z.enum(CHANNELS).optional(),
    tag: idField().optional().meta({ description: 'The id of a tag.' }),
    ...KEYWORD_FILTER_FIELDS,
    ...OUTCOME_FILTER_FIELDS,
  })
  .meta({ id: 'ShareFilter', description: 'Which tracked keywords; readers cannot change it.' });

const Day = z.iso.date().refine((day) => day >= FIRST_DAY, `must be ${FIRST_DAY} or later`);

/** It goes into a header of the page, so nothing but a host passes: no scheme, no path, no spaces. */
const FrameHost = z
  .string()
  .toLowerCase()
  .max(253)
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/u,
    'must be a host like example.com or *.example.com',
  );

const Fields = {
  name: nameField(),
  sections: Sections,
  filter: Filter,
  range: z.enum(SHARE_RANGES).meta({ description: '`fixed`: the days are given; `free`: readers choose among them.' }),
  from: Day.nullable().meta({
    description: 'The first day that is shown; null: `days` before the last one, and with `free` as early as readers like.',
  }),
  to: Day.nullable().meta({ description: 'The last day that is shown; null: today.' }),
  days: integerField({ min: 1, max: SHARE_DAYS_MAX }).meta({
    description: 'So many days are shown where no first day is given or chosen.',
  }),
  compare: z
    .enum(SHARE_COMPARES)
    .meta({ description: 'What the days are compared with: nothing, as many before them, or those of a year before.' }),
  password: z
    .string()
    .min(PASSWORD_LENGTH_MIN)
    .max(PASSWORD_LENGTH_MAX)
    .refine((text) => countDifferent(text) >= PASSWORD_DIFFERENT_MIN, `must have ${PASSWORD_DIFFERENT_MIN} different characters or more`)
    .nullable()
    .meta({ description: 'Null: none is needed. Another one ends what readers have unlocked.' }),
  expires_at: instantField().nullable(),
  allow_csv: z.boolean(),
  show_annotations: z.boolean().meta({ description: 'Those with `show_on_shares`, and the updates that the search engine announced.' }),
  frame_hosts: listField(FrameHost, { max: FRAME_HOSTS_MAX }).meta({ description: 'Whose pages may frame the page.' }),
};

export const ShareParams = z.object({ share_id: idField() });
export const ListSharesQuery = z.object({
  project_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const CreateShareBody = z.object({
  ...Fields,
  project_id: idField(),
  filter: Fields.filter.default({}),
  range: Fields.range.default('fixed'),
  from: Fields.from.default(null),
  to: Fields.to.default(null),
  days: Fields.days.default(DAYS_DEFAULT),
  compare: Fields.compare.default('none'),
  password: Fields.password.default(null),
  expires_at: Fields.expires_at.default(null),
  allow_csv: Fields.allow_csv.default(false),
  show_annotations: Fields.show_annotations.default(false),
  frame_hosts: Fields.frame_hosts.default([]),
});
export const UpdateShareBody = z.object(Fields).partial();

const ShareBody = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    sections: z.array(z.enum(SECTION_NAMES)),
    filter: Filter,
    range: z.enum(SHARE_RANGES),
    from: z.string().nullable(),
    to: z.string().nullable(),
    days: z.int(),
    compare: z.enum(SHARE_COMPARES),
    has_password: z.boolean(),
    expires_at: z.string().nullable(),
    allow_csv: z.boolean(),
    show_costs: z.literal(false).meta({ description: 'Readers never see what anything cost.' }),
    show_annotations: z.boolean(),
    frame_hosts: z.array(z.string()),
    views_count: z.int(),
    last_viewed_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    created_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Share' });

export const ShareResponse = z.object({ success: z.boolean(), share: ShareBody });
export const ShareListResponse = z.object({ success: z.boolean(), shares: z.array(ShareBody), ...ListFields });
export const CreateShareResponse = ShareResponse.extend({
  token: z.string().meta({ description: 'Shown this once; only its hash is kept.' }),
  path: z.string().meta({ description: 'Of the page for readers.' }),
});

type Settings = z.output<typeof UpdateShareBody>;

export function toShareSettings({ project_id: projectId, ...body }: z.output<typeof CreateShareBody>) {
  return { ...(toShareChanges(body) as ShareSettings), projectId };
}

export function toShareChanges(body: Settings): Partial<ShareSettings> {
  const { filter, from: fromDay, to: toDay, expires_at: expiresAt, allow_csv: allowCsv, show_annotations: showAnnotations, ...rest } = body;
  const { frame_hosts: frameHosts, sections: named, ...same } = rest;
  const sections = named && [...new Set(named)];
  const changes = {
    ...same,
    sections,
    filter: filter && toShareFilter(filter),
    fromDay,
    toDay,
    expiresAt,
    allowCsv,
    showAnnotations,
    frameHosts,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function toShareFilter(filter: z.output<typeof Filter>): ShareFilter {
  return {
    device: filter.device,
    locationCode: filter.location_code,
    languageCode: filter.language_code,
    engine: filter.engine,
    channel: filter.channel,
    tagId: filter.tag,
    keywords: pickGiven(filter, KEYWORD_FILTER_FIELDS),
    outcomes: pickGiven(filter, OUTCOME_FILTER_FIELDS),
  };
}

/** The fields of a list that a filter has; undefined: none of them. */
function pickGiven<Field extends keyof z.output<typeof Filter>>(
  filter: z.output<typeof Filter>,
  fields: Readonly<Record<Field, unknown>>,
): Pick<z.output<typeof Filter>, Field> | undefined {
  const given = (Object.keys(fields) as Field[]).filter((name) => filter[name] !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((name) => [name, filter[name]])) as Pick<z.output<typeof Filter>, Field>;
}

export function toShareBody({ fromDay, toDay, passwordHash, filter, sections, ...share }: Share): z.input<typeof ShareBody> {
  const { locationCode, languageCode, tagId, keywords, outcomes, ...same } = filter;
  return toBody(ShareBody, {
    ...share,
    sections: sections as SectionName[],
    filter: { ...same, ...keywords, ...outcomes, location_code: locationCode, language_code: languageCode, tag: tagId },
    from: fromDay,
    to: toDay,
    hasPassword: passwordHash !== null,
    showCosts: false,
  });
}
