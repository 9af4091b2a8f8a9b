import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { createChannel } from '../manage/create-channel.ts';
import { deleteChannel } from '../manage/delete-channel.ts';
import { listAddresses } from '../manage/list-addresses.ts';
import { getChannel, listChannels } from '../manage/get-channel.ts';
import { rotateChannel } from '../manage/rotate-channel.ts';
import { answerTest, testChannel } from '../manage/test-channel.ts';
import { updateChannel } from '../manage/update-channel.ts';
import { AddressesResponse, toAddressesBody } from '../wire/addresses.ts';
import {
  ArrivedBody,
  ChannelListResponse,
  ChannelParams,
  ChannelResponse,
  CreateChannelBody,
  DeletedResponse,
  ListChannelsQuery,
  NewChannelResponse,
  RotateResponse,
  TestParams,
  TestResponse,
  toChanges,
  toChannelBody,
  toSettings,
  UpdateChannelBody,
} from '../wire/channels.ts';

const common = { spec: '6', area: 'channels', access: 'key' } as const;

const getChannels = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/channels',
  summary: 'Where people get messages, oldest first',
  description: 'Of all that the caller sees. Secrets are in no answer.',
  query: ListChannelsQuery,
  responses: { 200: ChannelListResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const { project_id: projectId, organization_id: organizationId, ...rest } = query;
    const { channels, total } = await listChannels(ctx, { ...rest, projectId, organizationId });
    return { status: 200, body: { success: true, channels: channels.map(toChannelBody), ...toListFields(channels, query, total) } };
  },
});

const postChannel = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/channels',
  summary: 'Set up a channel',
  description:
    'Of a project (right `edit`), of an organization (`manage`) or of the service (`operate`). Addresses must be public and https; they are checked again at every message.',
  body: CreateChannelBody,
  refusesUnknown: true,
  hasSecretReply: true,
  responses: { 201: NewChannelResponse },
  failures: ['not_found', 'conflict', 'not_configured'],
  handle: async (ctx, { body }) => {
    const { organization_id: organizationId, project_id: projectId, kind, config } = body;
    const { channel, shown } = await createChannel(ctx, { organizationId, projectId, kind, config, settings: toSettings(body) });
    return { status: 201, body: { success: true, channel: toChannelBody(channel), ...shown } };
  },
});

const getOneChannel = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/channels/{channel_id}',
  summary: 'Read a channel',
  params: ChannelParams,
  responses: { 200: ChannelResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, channel: toChannelBody(await getChannel(ctx, params.channel_id)) },
  }),
});

const getAddresses = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/channels/{channel_id}/addresses',
  summary: 'Whom a channel of the kind `email` reaches',
  description:
    'Each of its addresses, and what its owner decided; none of other kinds. Others than members are mailed a link when they are entered.',
  params: ChannelParams,
  responses: { 200: AddressesResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: toAddressesBody(await listAddresses(ctx, params.channel_id)) }),
});

const putChannel = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/channels/{channel_id}',
  summary: 'Change a channel, or turn it off and on',
  params: ChannelParams,
  body: UpdateChannelBody,
  refusesUnknown: true,
  responses: { 200: ChannelResponse },
  failures: ['not_configured'],
  handle: async (ctx, { params, body }) => {
    const { config, state } = body;
    const channel = await updateChannel(ctx, params.channel_id, { settings: toChanges(body), config, state });
    return { status: 200, body: { success: true, channel: toChannelBody(channel) } };
  },
});

const removeChannel = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/channels/{channel_id}',
  summary: 'Remove a channel with its secrets and deliveries',
  description: 'What waits for it is not sent. The address of a feed is 404 from then on.',
  params: ChannelParams,
  responses: { 200: DeletedResponse },
  handle: async (ctx, { params }) => {
    await deleteChannel(ctx, params.channel_id);
    return { status: 200, body: { success: true, id: params.channel_id } };
  },
});

const postTest = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/channels/{channel_id}/test',
  summary: 'Send a test message',
  description: 'At once, quiet hours or not; ten a minute. That a receiver took it is no proof that people see it: say whether it arrived.',
  params: ChannelParams,
  responses: { 202: TestResponse },
  failures: ['conflict', 'rate_limited'],
  handle: async (ctx, { params: { channel_id: id } }) => {
    const testId = await testChannel(ctx, id);
    return { status: 202, body: { success: true, test_id: testId, delivery_url: `/api/channels/${id}/deliveries/${testId}` } };
  },
});

const postArrived = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/channels/{channel_id}/test/{test_id}',
  summary: 'Say whether the last test arrived',
  params: TestParams,
  body: ArrivedBody,
  responses: { 200: ChannelResponse },
  handle: async (ctx, { params, body }) => {
    const channel = await answerTest(ctx, params.channel_id, { testId: params.test_id, hasArrived: body.arrived });
    return { status: 200, body: { success: true, channel: toChannelBody(channel) } };
  },
});

const postRotate = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/channels/{channel_id}/rotate',
  summary: 'Make another signing secret of a webhook, or another address of a feed',
  description:
    'For 24 hours messages of a webhook are signed with both secrets, so that the receiver can change over. The address of a feed before is 404 at once.',
  params: ChannelParams,
  hasSecretReply: true,
  responses: { 200: RotateResponse },
  failures: ['conflict', 'not_configured'],
  handle: async (ctx, { params }) => {
    const { channel, shown, validUntil } = await rotateChannel(ctx, params.channel_id);
    return {
      status: 200,
      body: { success: true, channel: toChannelBody(channel), ...shown, valid_until: validUntil?.toISOString() ?? null },
    };
  },
});

export const channelEndpoints: AppEndpoint[] = [
  getChannels,
  postChannel,
  getOneChannel,
  getAddresses,
  putChannel,
  removeChannel,
  postTest,
  postArrived,
  postRotate,
];
