import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { addServiceAccount } from '../connections/add-service-account.ts';
import { beginConnection, toRedirectUri } from '../connections/begin-connection.ts';
import { deleteConnection } from '../connections/delete-connection.ts';
import { finishConnection } from '../connections/finish-connection.ts';
import { getConnection, getOwnConnection, listConnections } from '../connections/get-connection.ts';
import { listProperties } from '../connections/list-properties.ts';
import { testConnection } from '../connections/test-connection.ts';
import * as wire from '../wire/connections.ts';

const PATH = '/api/search-console/connections';
const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const common = { spec: '4', area: 'search-console', access: 'key' } as const;
/** Access to Google is a matter of the organization. */
const managed = { ...common, right: 'manage' } as const;

const getSetup = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/search-console/setup',
  summary: 'What connecting Search Console takes here',
  responses: { 200: wire.SetupResponse },
  handle: (ctx) => {
    const body = { success: true, can_sign_in: ctx.searchConsole.canSignIn, redirect_uri: toRedirectUri(ctx), scope: SCOPE };
    return Promise.resolve({ status: 200, body });
  },
});

const postConnection = defineEndpoint({
  ...managed,
  method: 'POST',
  path: PATH,
  summary: 'Connect Search Console for an organization',
  description:
    'A person signs in at Google, or a service account shows its key. Access is for reading alone; what proves it is sealed and shown nowhere.',
  idempotent: false,
  body: wire.CreateConnectionBody,
  responses: { 201: wire.CreatedResponse },
  failures: ['not_found', 'conflict', 'unprocessable', 'not_configured', 'provider_failed'],
  handle: async (ctx, { body }) => {
    const { organization_id: organizationId, connection_id: connectionId } = body;
    const made =
      body.kind === 'oauth'
        ? await beginConnection(ctx, { organizationId, connectionId, accountName: body.account_name, returnTo: body.return_to })
        : await addServiceAccount(ctx, { organizationId, connectionId, key: body.key });
    return { status: 201, body: wire.toCreatedBody(made, ctx.clock.now()) };
  },
});

const getCallback = defineEndpoint({
  ...managed,
  method: 'GET',
  path: '/api/search-console/callback',
  summary: 'Come back from Google',
  description:
    'Google sends the browser here. It is good once, for who began and in the session that began: anything else is 400, always the same. The page that it leads to gets `connection`, or `fault`.',
  query: wire.CallbackQuery,
  contentType: 'text/html; charset=utf-8',
  responses: { 302: z.string().meta({ description: 'A page of the console is in `Location`.' }) },
  handle: async (ctx, { query }) => {
    const location = await finishConnection(ctx, query);
    return { status: 302, body: '', headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } };
  },
});

const getConnections = defineEndpoint({
  ...common,
  method: 'GET',
  path: PATH,
  rows: 'connections',
  summary: 'Connections to Search Console, newest first',
  description: 'Of the organizations that the caller sees; none for who is bound to projects.',
  query: wire.ListConnectionsQuery,
  responses: { 200: wire.ConnectionListResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const { connections, total } = await listConnections(ctx, { ...query, organizationId: query.organization_id });
    const now = ctx.clock.now();
    const bodies = connections.map((connection) => wire.toConnectionBody(connection, now));
    return { status: 200, body: { success: true, connections: bodies, ...toListFields(connections, query, total) } };
  },
});

const getOneConnection = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/{connection_id}`,
  summary: 'Read a connection',
  params: wire.ConnectionParams,
  responses: { 200: wire.ConnectionResponse },
  handle: async (ctx, { params }) => {
    const connection = await getConnection(ctx, params.connection_id);
    return { status: 200, body: { success: true, connection: wire.toConnectionBody(connection, ctx.clock.now()) } };
  },
});

const removeConnection = defineEndpoint({
  ...managed,
  method: 'DELETE',
  path: `${PATH}/{connection_id}`,
  summary: 'Remove a connection',
  description: 'What was collected stays and can be read; with `delete_data` it goes too. Take the access back at Google as well.',
  params: wire.ConnectionParams,
  query: wire.DeleteConnectionQuery,
  responses: { 200: wire.DeletedResponse },
  handle: async (ctx, { params: { connection_id: id }, query }) => ({
    status: 200,
    body: { success: true, id, properties_deleted: await deleteConnection(ctx, id, query.delete_data) },
  }),
});

const postTest = defineEndpoint({
  ...managed,
  method: 'POST',
  path: `${PATH}/{connection_id}/test`,
  summary: 'Ask Google whether a connection works',
  description:
    'Reads its properties again. A refusal by Google is a result and no error: `fault`, `cause` and `next_step` of the connection.',
  params: wire.ConnectionParams,
  responses: { 200: wire.ConnectionResponse },
  failures: ['provider_failed'],
  handle: async (ctx, { params: { connection_id: id } }) => {
    await testConnection(ctx, await getOwnConnection(ctx, id), ctx.signal);
    const connection = await getConnection(ctx, id);
    return { status: 200, body: { success: true, connection: wire.toConnectionBody(connection, ctx.clock.now()) } };
  },
});

const getProperties = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/{connection_id}/properties`,
  rows: 'properties',
  summary: 'Websites that a connection reads',
  description: 'As Google listed them at the last test; those that can be read come first.',
  params: wire.ConnectionParams,
  query: wire.PropertiesQuery,
  responses: { 200: wire.PropertyListResponse },
  handle: async (ctx, { params, query }) => {
    const asked = { ...query, connectionId: params.connection_id, projectId: query.project_id };
    const { properties, total } = await listProperties(ctx, asked);
    return {
      status: 200,
      body: { success: true, properties: properties.map(wire.toPropertyBody), ...toListFields(properties, query, total) },
    };
  },
});

export const connectionEndpoints: AppEndpoint[] = [
  getSetup,
  postConnection,
  getConnections,
  getOneConnection,
  removeConnection,
  postTest,
  getProperties,
  getCallback,
];
