import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { idField } from '#http/fields.ts';
import { decideByLink, lookAtLink } from './decide.ts';
import { PAGE_POLICY, toAskingPage, toDonePage } from './page.ts';

const common = {
  spec: '6',
  area: 'mail',
  access: 'share',
  path: '/api/public/mail/{token}',
  params: z.object({ token: idField() }),
  contentType: 'text/html; charset=utf-8',
  contentPolicy: () => PAGE_POLICY,
  responses: { 200: z.string() },
} as const;

const getLink = defineEndpoint({
  ...common,
  method: 'GET',
  summary: 'The page of a link in a mail',
  description:
    'Asks whether an address wants mail of a list, or no more of it, and changes nothing. A link that is wrong, used or old is 404.',
  handle: async (ctx, { params }) => ({ status: 200, body: toAskingPage(await lookAtLink(ctx, params.token)) }),
});

const postLink = defineEndpoint({
  ...common,
  method: 'POST',
  summary: 'Confirm an address, or end mail of a list to it',
  description:
    'What the page of the link posts, and mail programs (RFC 8058, `List-Unsubscribe=One-Click`). It is for the one address and list of the link, and works once.',
  body: { raw: true, description: 'Anything: the link says it all' },
  idempotent: false,
  handle: async (ctx, { params }) => ({ status: 200, body: toDonePage(await decideByLink(ctx, params.token)) }),
});

export const listEndpoints: AppEndpoint[] = [getLink, postLink];
