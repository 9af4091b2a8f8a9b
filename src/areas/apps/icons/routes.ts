import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import type { Reply } from '#http/endpoint.ts';
import { documentedAs } from '#http/input/json-schema.ts';
import { ICON_TYPE } from './draw-icon.ts';
import { findIcon } from './find-icon.ts';
import { parseIconName, VERSION } from './icon.ts';

/** A version never changes. */
const OF_A_VERSION = 'public, max-age=31536000, immutable';
const NEWEST = 'public, max-age=3600';

const IconParams = z.object({
  icon: z.string().refine((name) => parseIconName(name) !== undefined, 'must be a platform and the id of an app, like store_a_284882215'),
});
const IconQuery = z.object({ v: z.string().regex(VERSION, 'must be 16 hex digits').optional() });

const Picture = z.custom<Buffer>((value) => Buffer.isBuffer(value));
documentedAs.add(Picture, { jsonSchema: { type: 'string', contentEncoding: 'binary' } });

const getIcon = defineEndpoint({
  method: 'GET',
  path: '/api/public/app-icons/{icon}',
  spec: '4.8',
  area: 'apps',
  access: 'open',
  summary: 'The icon of an app, 256 by 256 pixels, as `{platform}_{app_id}`',
  description:
    'With `v`, as in the `icon_url` of an app, the picture never changes and may be cached for ever; without it the newest one is given. Where there is no copy the answer leads to the address of the store.',
  params: IconParams,
  query: IconQuery,
  contentType: ICON_TYPE,
  responses: {
    200: Picture,
    302: z.string().meta({ description: 'The address of the store is in `Location`.' }),
    304: z.string().meta({ description: 'The picture is the one that `If-None-Match` names.' }),
  },
  handle: async (ctx, { params: { icon }, query: { v } }): Promise<Reply<Buffer | string>> => {
    const app = parseIconName(icon);
    if (app === undefined) throw new TypeError(`${icon} was taken by its schema`);
    const found = await findIcon(ctx, { ...app, version: v });
    if ('elsewhere' in found) return { status: 302, body: '', headers: { location: found.elsewhere } };
    const cacheControl = found.version === v ? OF_A_VERSION : NEWEST;
    return { status: 200, body: found.bytes, headers: { etag: `"${found.version}"`, 'cache-control': cacheControl } };
  },
});

export const iconEndpoints: AppEndpoint[] = [getIcon];
