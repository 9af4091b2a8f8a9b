import { z } from 'zod';
import { returnField } from '#areas/people/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { booleanParam, idField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { CONNECTION_KINDS, type Connection } from '../connections/connection.ts';
import type { BegunSignIn } from '../connections/begin-connection.ts';
import type { ListedProperty } from '../connections/list-properties.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const KEY_LENGTH_MAX = 16_384;
const PARAMETER_LENGTH_MAX = 4_000;
/** From then on the end of a limited access is near: on its fifth day. */
const ENDING_MS = 2 * DAY_MS;

const owner = {
  organization_id: idField().optional().meta({ description: 'Needed by callers that are bound to no organization' }),
  connection_id: idField()
    .optional()
    .meta({ description: 'Gives access again to this connection: what was collected stays, and the gap is filled' }),
};

const FORMS = {
  oauth: z
    .object({
      kind: z.literal('oauth'),
      ...owner,
      account_name: nameField().optional().meta({ description: 'What the connection is called; Google does not say whose account it is' }),
      return_to: returnField(),
    })
    .meta({ description: 'A person signs in at Google: `authorize_url` is where their browser goes.' }),
  service_account: z
    .object({
      kind: z.literal('service_account'),
      ...owner,
      key: z
        .string()
        .min(1)
        .max(KEY_LENGTH_MAX)
        .meta({ description: 'The JSON key as it was downloaded; lost line ends are put right. It is tried before it is kept' }),
    })
    .meta({ description: 'A service account that was added to properties before May 2026; Google refuses new ones.' }),
};

export const CreateConnectionBody = {
  forms: FORMS,
  choose: (raw: unknown): string =>
    ((raw ?? {}) as Readonly<Record<string, unknown>>)['kind'] === 'service_account' ? 'service_account' : 'oauth',
} satisfies BodyForms;
export type CreateConnectionBody = z.output<(typeof FORMS)[keyof typeof FORMS]>;

export const ConnectionParams = z.object({ connection_id: idField() });
export const ListConnectionsQuery = z.object({
  organization_id: idField().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const DeleteConnectionQuery = z.object({
  delete_data: booleanParam()
    .default(false)
    .meta({ description: 'Everything that was collected by it goes too, and with it what projects are bound to' }),
});
export const PropertiesQuery = z.object({
  project_id: idField().optional().meta({ description: 'Then `proposed` says which of them count a website of the project' }),
  limit: limitField(LIMIT_DEFAULT, 500),
  offset: offsetField(),
});

const parameter = z.string().max(PARAMETER_LENGTH_MAX).optional();
export const CallbackQuery = z.object({ state: parameter, code: parameter, error: parameter, scope: parameter });

const TroubleFields = {
  fault: z.string().nullable().meta({ description: 'What is wrong, in one word; null: nothing that is known' }),
  cause: z.string().nullable(),
  next_step: z.string().nullable().meta({ description: 'The one thing to do' }),
};

const ConnectionBody = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    kind: z.enum(CONNECTION_KINDS),
    account_name: z.string(),
    status: z.enum(['ok', 'ending', 'failing']).meta({
      description: '`ending`: Google ends the access within two days; `failing`: the last call was refused',
    }),
    ...TroubleFields,
    made_by: z.string(),
    created_at: z.string(),
    tested_at: z.string().nullable(),
    ends_at: z.string().nullable().meta({ description: 'When Google ends the access by itself; null: not that we know' }),
  })
  .meta({ id: 'SearchConsoleConnection' });

export const ConnectionResponse = z.object({ success: z.boolean(), connection: ConnectionBody });
export const ConnectionListResponse = z.object({ success: z.boolean(), connections: z.array(ConnectionBody), ...ListFields });
export const CreatedResponse = z.object({
  success: z.boolean(),
  connection: ConnectionBody.nullable().meta({ description: 'Null: it is there when the person has come back from Google' }),
  authorize_url: z.string().nullable().meta({ description: 'Where the browser goes; good once, for this caller and session' }),
  redirect_uri: z.string().nullable().meta({ description: 'The OAuth client at Google must list this address byte for byte' }),
  ends_at: z.string().nullable().meta({ description: 'Until then Google’s answer is taken' }),
});
export const DeletedResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  properties_deleted: z.int().meta({ description: '0 unless `delete_data`' }),
});

const PropertyBody = z
  .object({
    id: z.string(),
    site_url: z.string().meta({ description: 'Byte for byte as Google lists it' }),
    permission: z.string(),
    can_read: z.boolean(),
    proposed: z.boolean().nullable(),
    listed_at: z.string(),
  })
  .meta({ id: 'SearchConsoleProperty' });
export const PropertyListResponse = z.object({ success: z.boolean(), properties: z.array(PropertyBody), ...ListFields });

export const SetupResponse = z.object({
  success: z.boolean(),
  can_sign_in: z.boolean().meta({ description: 'The operator has set an OAuth client up; otherwise only service accounts connect' }),
  redirect_uri: z.string().meta({ description: 'What the OAuth client at Google must list, byte for byte' }),
  scope: z.string(),
});

export function toConnectionBody(connection: Connection, now: Date): z.input<typeof ConnectionBody> {
  const { endsAt, status } = connection;
  const isEnding = endsAt !== null && endsAt.getTime() - now.getTime() <= ENDING_MS;
  const isLimited = status === 'ok' && endsAt !== null;
  return toBody(ConnectionBody, { ...connection, ...(isLimited ? LIMITED : {}), status: isEnding && isLimited ? 'ending' : status });
}

const LIMITED = {
  fault: 'access_limited',
  cause: 'The access ends after seven days, because the consent screen of the OAuth client is in "Testing".',
  nextStep: 'Publish the app in the Google Cloud console, and then connect again.',
};

export function toCreatedBody(made: Connection | BegunSignIn, now: Date): z.input<typeof CreatedResponse> {
  if ('authorizeUrl' in made) return toBody(CreatedResponse, { success: true, connection: null, ...made });
  const none = { authorize_url: null, redirect_uri: null, ends_at: null };
  return { success: true, connection: toConnectionBody(made, now), ...none };
}

export function toPropertyBody({ isProposed: proposed, ...property }: ListedProperty): z.input<typeof PropertyBody> {
  return toBody(PropertyBody, { ...property, proposed });
}
