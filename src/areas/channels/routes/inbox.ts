import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { getFeed, getFeedTag } from '../feed/get-feed.ts';
import { listInbox } from '../inbox/list-inbox.ts';
import { readInbox } from '../inbox/read-inbox.ts';
import { idField } from '#http/fields.ts';
import { InboxQuery, InboxResponse, ReadInboxBody, ReadInboxResponse, toInboxBody } from '../wire/inbox.ts';

const common = { spec: '6', area: 'channels' } as const;

const getInbox = defineEndpoint({
  ...common,
  access: 'key',
  method: 'GET',
  path: '/api/inbox',
  summary: 'What people were to know, newest first',
  description: 'Of all projects that the caller sees. What is read, each person says for themselves.',
  query: InboxQuery,
  responses: { 200: InboxResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => ({
    status: 200,
    body: toInboxBody(await listInbox(ctx, { ...query, projectId: query.project_id, isUnread: query.unread }), query),
  }),
});

const postRead = defineEndpoint({
  ...common,
  access: 'person',
  right: 'look',
  method: 'POST',
  path: '/api/inbox/read',
  summary: 'Mark entries as read',
  description: 'For the person alone who says it.',
  body: ReadInboxBody,
  responses: { 200: ReadInboxResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => ({
    status: 200,
    body: { success: true, unread: await readInbox(ctx, { untilId: body.until_id, ids: body.ids }) },
  }),
});

const FeedParams = z.object({ token: idField() });

const getPublicFeed = defineEndpoint({
  ...common,
  access: 'share',
  method: 'GET',
  path: '/api/public/feeds/{token}',
  summary: 'A channel of the kind `feed`, as Atom',
  description: 'The newest 200 messages. A token that never was, was replaced, or whose channel is off is 404.',
  params: FeedParams,
  contentType: 'application/atom+xml; charset=utf-8',
  responses: { 200: z.string() },
  version: async (ctx, { params }) => ({ tag: await getFeedTag(ctx, params.token) }),
  handle: async (ctx, { params }) => ({ status: 200, body: await getFeed(ctx, params.token) }),
});

export const inboxEndpoints: AppEndpoint[] = [getInbox, postRead, getPublicFeed];
