import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { deleteDigest, updateDigest } from '../change-digest.ts';
import { createDigest } from '../create-digest.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { Digest } from '../digest.ts';
import { describeDigests, getDigest, listDigests } from '../get-digest.ts';
import { DIGEST_PRESETS } from '../presets.ts';
import * as wire from '../wire/digests.ts';

const common = { spec: '4', area: 'digests', access: 'key' } as const;

const getDigests = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/digests',
  summary: 'List digests, newest first',
  description: 'Those of which the caller sees every project. `presets` are offered: nothing is sent of them.',
  query: wire.ListDigestsQuery,
  responses: { 200: wire.DigestListResponse },
  rows: 'digests',
  handle: async (ctx, { query }) => {
    const { limit, offset, project_id: projectId, organization_id: organizationId } = query;
    const { digests, total } = await listDigests(ctx, { projectId, organizationId, limit, offset });
    const fields = toListFields(digests, query, total);
    return {
      status: 200,
      body: { success: true, digests: digests.map(wire.toDigestBody), presets: DIGEST_PRESETS.map(wire.toPresetBody), ...fields },
    };
  },
});

const postDigest = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/digests',
  summary: 'Make a digest',
  description: 'A mail about projects by a schedule. One about a whole organization needs the right `manage`.',
  body: wire.CreateDigestBody,
  refusesUnknown: true,
  responses: { 201: wire.DigestResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => ({ status: 201, body: await answer(ctx, await createDigest(ctx, wire.toNewDigest(body))) }),
});

const getOneDigest = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/digests/{digest_id}',
  summary: 'Read a digest, and how its last one went',
  params: wire.DigestParams,
  responses: { 200: wire.DigestResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: await answer(ctx, await getDigest(ctx, params.digest_id)) }),
});

const putDigest = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/digests/{digest_id}',
  summary: 'Change a digest',
  description: 'Another time holds from now on.',
  params: wire.DigestParams,
  body: wire.UpdateDigestBody,
  refusesUnknown: true,
  responses: { 200: wire.DigestResponse },
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: await answer(ctx, await updateDigest(ctx, params.digest_id, wire.toDigestChanges(body))),
  }),
});

const removeDigest = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/digests/{digest_id}',
  summary: 'Delete a digest with its runs',
  params: wire.DigestParams,
  responses: { 200: wire.DeleteDigestResponse },
  handle: async (ctx, { params: { digest_id: id } }) => {
    await deleteDigest(ctx, id);
    return { status: 200, body: { success: true, id, deleted: true } };
  },
});

async function answer(ctx: ProjectReader, digest: Digest) {
  const [described] = await describeDigests(ctx, [digest]);
  if (described === undefined) throw new TypeError('a digest was not described');
  return { success: true, digest: wire.toDigestBody(described) };
}

export const digestEndpoints: AppEndpoint[] = [getDigests, postDigest, getOneDigest, putDigest, removeDigest];
