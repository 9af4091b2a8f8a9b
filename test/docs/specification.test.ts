import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { makeTokens } from '#http/jwt.ts';
import type { ServerContext } from '#http/server.ts';
import { makeClock } from '#kernel/clock.ts';
import { ALL_SCOPES_KEY, startEndpoints } from '../support/http.ts';
import { ROOT } from './documents.ts';

/** The specification lies beside the project where it is developed, and is no part of it. */
const SPECIFICATION = join(ROOT, '../shared/spec/interface-specification.md');
const JWT_SECRET = 'a secret of this test with more than 32 bytes';

const READER = { key: 'slk_reader', scopes: ['read', 'write'] } as const;
/** No handler that needs more of the context than a server has is reached here. */
const served = joinAreas(areas).endpoints as unknown as readonly Endpoint<ServerContext>[];
const missing = joinAreas(areas).notBuilt as unknown as readonly Endpoint<ServerContext>[];

interface Place {
  readonly method: string;
  readonly path: string;
}

test('what is not built yet says so to every caller with access, and is in nothing that describes the service', async (t) => {
  const server = await startEndpoints(t, served, {
    undocumented: missing,
    config: { jwtSecret: JWT_SECRET },
    keys: [ALL_SCOPES_KEY, READER],
  });
  const { token } = await makeTokens({ secret: JWT_SECRET, clock: makeClock() }).issue({ sub: 'somebody', expiresInSeconds: 60 });
  const { paths } = (await server.inject('/openapi.json')).json<{ paths: Record<string, object> }>();
  for (const { method, path, access } of joinAreas(areas).notBuilt) {
    const place = `${method} ${path}`;
    assert.ok(!(method.toLowerCase() in (paths[path] ?? {})), `${place} is in the document`);
    const url = toUrl(path);
    const authorization = `Bearer ${access === 'jwt' ? token : ALL_SCOPES_KEY.key}`;
    const answer = await server.inject({ method, url, headers: { authorization } });
    assert.deepEqual([answer.statusCode, answer.json().error], [501, 'not implemented'], place);
    assert.match(answer.json().message, /^[A-Z][\w -]+ (?:is|are) not in this version\.$/u, place);
    const stranger = await server.inject({ method, url });
    assert.equal(stranger.statusCode, access === 'open' ? 501 : 401, place);
    const reader = await server.inject({ method, url, headers: { 'x-api-key': READER.key } });
    if (path.includes('/admin/')) assert.equal(reader.statusCode, 403, place);
  }
});

const skip = existsSync(SPECIFICATION) ? false : 'the specification is not beside the project';

test('every path of the specification is known', { skip }, async (t) => {
  const places = readPlaces(readFileSync(SPECIFICATION, 'utf8'));
  assert.ok(places.length > 100);
  const server = await startEndpoints(t, served, { undocumented: missing });
  const unknown: string[] = [];
  for (const { method, path } of places) {
    const { headers } = await server.inject({ method: 'OPTIONS', url: toUrl(path) });
    if (!headers.allow?.includes(method)) unknown.push(`${method} ${path}`);
  }
  assert.deepEqual(unknown, []);
});

/** The rows of its tables of endpoints. A path of one part behind another means its sibling: `/{id}/pause`, `/resume`. */
function readPlaces(text: string): Place[] {
  const rows = [...text.matchAll(/^\| (?<methods>[A-Z]+(?:, [A-Z]+)*) \| (?<cell>`\/.+?) \|/gmu)];
  return rows.flatMap(({ groups }) => {
    const [first = '', ...more] = [...(groups?.['cell'] ?? '').matchAll(/`(\/[^`?]*)[^`]*`/gu)].map(([, path = '']) => path);
    const siblings = more.map((path) => (path.lastIndexOf('/') === 0 ? first.replace(/\/[^/]+$/u, path) : path));
    return (groups?.['methods'] ?? '').split(', ').flatMap((method) => [first, ...siblings].map((path) => ({ method, path })));
  });
}

function toUrl(path: string): string {
  return path.replaceAll(/\{\w+\}/gu, 'x');
}
