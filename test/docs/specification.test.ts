import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { ServerContext } from '#http/server.ts';
import { startEndpoints } from '../support/http.ts';
import { ROOT } from './documents.ts';

/** The specification lies beside the project where it is developed, and is no part of it. */
const SPECIFICATION = join(ROOT, '../shared/spec/interface-specification.md');

/** No handler that needs more of the context than a server has is reached here. */
const served = joinAreas(areas).endpoints as unknown as readonly Endpoint<ServerContext>[];

interface Place {
  readonly method: string;
  readonly path: string;
}

const skip = existsSync(SPECIFICATION) ? false : 'the specification is not beside the project';

test('every path of the specification is known', { skip }, async (t) => {
  const places = readPlaces(readFileSync(SPECIFICATION, 'utf8'));
  assert.ok(places.length > 100);
  const server = await startEndpoints(t, served);
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
