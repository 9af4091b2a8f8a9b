import { z } from 'zod';
import { idField, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { CHANNEL_STATES, type Channel } from '../channel.ts';
import { CHANNEL_KINDS, KIND_NAMES } from '../kinds/index.ts';
import type { ShownChannel } from '../manage/get-channel.ts';
import { CHOSEN_EVENTS, SEVERITIES } from '../notice.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
const WEEK_DAYS = 7;

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'must be a time like 22:00');

const Quiet = z
  .strictObject({
    from: Clock,
    to: Clock,
    days: listField(z.int().min(1).max(WEEK_DAYS), { min: 1, max: WEEK_DAYS })
      .default([1, 2, 3, 4, 5, 6, 7])
      .meta({ description: 'Working days, 1 Monday to 7 Sunday. On others it is quiet all day' }),
    critical_passes: z.boolean().default(true),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must not be the same as from' })
  .meta({
    id: 'QuietHours',
    description: 'In the time zone of the project (UTC without one). What is held is sent as one message at their end.',
  });

const Fields = {
  name: nameField(),
  events: listField(z.enum(CHOSEN_EVENTS), { min: 1, max: CHOSEN_EVENTS.length }),
  min_severity: z.enum(SEVERITIES).meta({ description: 'From which one on; a digest has none' }),
  quiet: Quiet.nullable(),
  fallback_channel_id: idField().nullable().meta({
    description: 'The channel that gets a message when this one fails; null: the oldest other channel of the organization itself',
  }),
};

const CreateFields = {
  organization_id: idField().optional().meta({ description: 'Of the whole organization. Without it and `project_id`: of the service' }),
  project_id: idField().optional(),
  kind: z.enum(KIND_NAMES),
  name: Fields.name,
  events: Fields.events.default([...CHOSEN_EVENTS]),
  min_severity: Fields.min_severity.default('info'),
  quiet: Fields.quiet.default(null),
  fallback_channel_id: Fields.fallback_channel_id.default(null),
};

function toForm(config: z.ZodObject, summary: string) {
  return z.object({ ...CreateFields, config: config.prefault({}) as unknown as z.ZodType<Record<string, unknown>> }).meta({
    description: summary,
  });
}

type CreateForm = ReturnType<typeof toForm>;
const FORMS: Readonly<Record<string, CreateForm>> = Object.fromEntries(
  CHANNEL_KINDS.map(({ kind, config, summary }) => [kind, toForm(config, summary)]),
);

/** One form for each kind: their configurations differ. */
export const CreateChannelBody = {
  forms: FORMS,
  choose: (raw: unknown): string => {
    const { kind } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    return typeof kind === 'string' && Object.hasOwn(FORMS, kind) ? kind : KIND_NAMES[0];
  },
} satisfies BodyForms;
export type CreateChannelBody = z.output<CreateForm>;

export const UpdateChannelBody = z
  .object({
    ...Fields,
    state: z.enum(['on', 'off']).meta({ description: '`off`: nothing is sent; a feed is 404' }),
    config: z.record(z.string().max(100), z.unknown()).meta({
      description: 'Fields of its kind; those that are left out stay. A secret is replaced as a whole.',
    }),
  })
  .partial();
export type UpdateChannelBody = z.output<typeof UpdateChannelBody>;

export const ChannelParams = z.object({ channel_id: idField() });
export const TestParams = z.object({ channel_id: idField(), test_id: idField() });
export const ArrivedBody = z.object({ arrived: z.boolean() });
export const ListChannelsQuery = z.object({
  project_id: idField()
    .optional()
    .meta({ description: 'Those that this project can use: its own, and its organization’s that the caller sees' }),
  organization_id: idField().optional(),
  kind: z.enum(KIND_NAMES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const ChannelBody = z
  .object({
    id: z.string(),
    organization_id: z.string().nullable().meta({ description: 'Null: of the service' }),
    project_id: z.string().nullable().meta({ description: 'Null: of the organization' }),
    kind: z.string(),
    name: z.string(),
    to: z.string().meta({ description: 'Where it leads to, without what is secret in it' }),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Secrets in it are `"set"`, or `"missing"` after an import without secrets' }),
    events: z.array(z.string()),
    min_severity: z.enum(SEVERITIES),
    quiet: z.object({ from: z.string(), to: z.string(), days: z.array(z.int()), critical_passes: z.boolean() }).nullable(),
    time_zone: z.string().meta({ description: 'Of its project; quiet hours are in it' }),
    state: z.enum(CHANNEL_STATES).meta({
      description: '`failing`: three notifications in a row were given up; the next one that is taken ends it. `off`: nothing is sent',
    }),
    state_reason: z.string().nullable(),
    state_since: z.string(),
    fallback_channel_id: z.string().nullable(),
    last_delivery: z.object({ at: z.string(), status: z.string(), error: z.string().nullable() }).nullable(),
    tested: z
      .object({ at: z.string(), arrived: z.boolean().nullable() })
      .nullable()
      .meta({ description: 'The last test, and whether a person said that it arrived' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Channel' });

const SecretFields = {
  signing_secret: z.string().optional().meta({ description: 'Of a webhook: shown this once (`whsec_…`, Standard Webhooks)' }),
  feed_path: z.string().optional().meta({ description: 'Of a feed: its address with the token, shown this once' }),
};

export const ChannelResponse = z.object({ success: z.boolean(), channel: ChannelBody });
export const NewChannelResponse = ChannelResponse.extend(SecretFields);
export const ChannelListResponse = z.object({ success: z.boolean(), channels: z.array(ChannelBody), ...ListFields });
export const DeletedResponse = z.object({ success: z.boolean(), id: z.string() });
export const TestResponse = z.object({
  success: z.boolean(),
  test_id: z.string().meta({ description: 'Also the id of its delivery' }),
  delivery_url: z.string(),
});
export const RotateResponse = ChannelResponse.extend({
  ...SecretFields,
  valid_until: z.string().nullable().meta({ description: 'Of the secret before: messages are signed with both until then' }),
});

export function toChannelBody({ shownTo: to, testedAt, testArrived, ...channel }: ShownChannel): z.input<typeof ChannelBody> {
  const { kind, secretIds, config, missing } = channel;
  const secrets = Object.entries(secretIds).filter(([name]) => !name.startsWith('signing'));
  return toBody(ChannelBody, {
    ...channel,
    to,
    kind,
    config: { ...config, ...Object.fromEntries(secrets.map(([name, id]) => [name, missing.has(id) ? 'missing' : 'set'])) },
    events: [...channel.events],
    quiet: channel.quiet === null ? null : { ...channel.quiet, days: [...channel.quiet.days] },
    lastDelivery: channel.lastDelivery && { ...channel.lastDelivery, at: channel.lastDelivery.at.toISOString() },
    tested: testedAt === null ? null : { at: testedAt.toISOString(), arrived: testArrived },
  });
}

/** What only its owner enters, for the verbs. */
export type ChannelSettings = Pick<Channel, 'name' | 'events' | 'minSeverity' | 'quiet' | 'fallbackChannelId'>;

export function toSettings(body: CreateChannelBody): ChannelSettings {
  const { name, events, min_severity: minSeverity, quiet, fallback_channel_id: fallbackChannelId } = body;
  return { name, events: [...new Set(events)], minSeverity, quiet, fallbackChannelId };
}

export function toChanges(body: UpdateChannelBody): Partial<ChannelSettings> {
  const { name, events, min_severity: minSeverity, quiet, fallback_channel_id: fallbackChannelId } = body;
  const changes = { name, events: events && [...new Set(events)], minSeverity, quiet, fallbackChannelId };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
