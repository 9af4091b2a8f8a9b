import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { CSV_TYPE, toAttachment, toCsv } from '#http/csv.ts';
import { AppError } from '#kernel/errors.ts';
import { getAllowedDays, getSharedData } from '../opened/get-shared-data.ts';
import { unlockShare, viewShare } from '../opened/open-share.ts';
import {
  LOCKED_SHARE,
  PublicShareResponse,
  SharedDataQuery,
  SharedDataResponse,
  TokenParams,
  toPublicShareBody,
  toSharedDataBody,
  UnlockBody,
} from '../wire/public.ts';

const common = { spec: '4', area: 'shares', access: 'share', params: TokenParams } as const;

const getPublicShare = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/public/shares/{token}',
  summary: 'What a share shows',
  description: 'For readers without an account. A token that never was, is over or was revoked is 404.',
  responses: { 200: PublicShareResponse },
  handle: async (ctx, { params }) => {
    const { share, needsPassword } = await viewShare(ctx, params.token);
    return { status: 200, body: needsPassword ? LOCKED_SHARE : toPublicShareBody(share, await getAllowedDays(ctx, share)) };
  },
});

const postUnlock = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/public/shares/{token}/unlock',
  summary: 'Give the password of a share',
  description:
    'Sets a cookie that opens this share for a day, unless it is revoked or gets another password before. After 10 wrong ones an address waits 15 minutes.',
  body: UnlockBody,
  idempotent: false,
  responses: { 200: PublicShareResponse },
  failures: ['forbidden'],
  handle: async (ctx, { params, body }) => {
    const { share, cookie } = await unlockShare(ctx, params.token, body.password);
    return {
      status: 200,
      body: toPublicShareBody(share, await getAllowedDays(ctx, share)),
      ...(cookie === undefined ? {} : { headers: { 'set-cookie': cookie } }),
    };
  },
});

const getData = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/public/shares/{token}/data',
  summary: 'A section of a share',
  description: 'Project and keywords are those of the share; a reader chooses the section, and days that the share allows.',
  query: SharedDataQuery,
  responses: { 200: SharedDataResponse },
  failures: ['forbidden'],
  handle: async (ctx, { params, query }) => ({ status: 200, body: toSharedDataBody(await getSharedData(ctx, params.token, query)) }),
});

const getCsv = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/public/shares/{token}/csv',
  summary: 'A section of a share as CSV',
  query: SharedDataQuery,
  responses: { 200: z.string() },
  contentType: CSV_TYPE,
  failures: ['forbidden'],
  handle: async (ctx, { params, query }) => {
    const { share, section, span, body } = await getSharedData(ctx, params.token, query);
    if (!share.allowCsv) throw new AppError('forbidden', 'Forbidden', { message: 'The share does not give its figures as CSV.' });
    const csv = toCsv(section.columns(body), section.toRows(body));
    return {
      status: 200,
      body: csv,
      headers: toAttachment(section.name, share.name.toLowerCase().replaceAll(/\s+/gu, '-'), span.from, span.to),
    };
  },
});

export const publicEndpoints: AppEndpoint[] = [getPublicShare, postUnlock, getData, getCsv];
