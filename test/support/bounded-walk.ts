import assert from 'node:assert/strict';
import { plainRequests } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest } from './openapi-walk-send.ts';
import type { Section } from './openapi-walk-suite.ts';
import { makeThings, waitForWorkflow } from './openapi-walk-world.ts';
import type { WalkOperation } from './openapi-walk.ts';
import { TEST_ADMIN_KEY } from './app.ts';
import { takeShare } from './test-width.ts';

/** What no answer to a read exceeds, whatever it is asked (SECURITY.md). */
const ROWS_MAX = 10_000;
const BYTES_MAX = 2 * 1_048_576;
/** Whole by their nature: columns of a project's grid, files, and what stands in this source. */
const WHOLE: ReadonlySet<string> = new Set(['GET /api/rankings/grid', 'GET /docs/scalar.js', 'GET /openapi.json']);

/** Every whole number at its largest, and then each word of each parameter once. */
function* listQueries({ parameters, resolve }: WalkOperation): Generator<Record<string, string>> {
  const asked = parameters.filter((one) => one.place === 'query').map(({ name, schema }) => ({ name, schema: resolve(schema) }));
  const largest = Object.fromEntries(
    asked.flatMap(({ name, schema }) =>
      schema['type'] === 'integer' && name !== 'offset' && schema['maximum'] < 1_000_000 ? [[name, String(schema['maximum'])]] : [],
    ),
  );
  yield largest;
  for (const { name, schema } of asked) {
    for (const word of (schema['enum'] ?? []) as string[]) {
      yield { ...largest, [name]: word };
      // The most that a finer step takes is less.
      for (const [span, most] of Object.entries(largest).filter(([one]) => one !== 'limit'))
        for (const part of [2, 4, 12, 100, Number(most)])
          yield { ...largest, [name]: word, [span]: String(Math.max(1, Math.floor(Number(most) / part))) };
    }
  }
}

/** Answers to reads stay small enough for the process to serve others meanwhile. */
export const answersAreBounded: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_bounded' });
  await waitForWorkflow(world.api, ids);
  const gets = operations.filter(
    ({ method, name, access }) => method === 'GET' && access !== 'socket' && !WHOLE.has(name) && !name.endsWith('.csv'),
  );
  const tooLarge: string[] = [];
  for (const operation of takeShare(gets, 7)) {
    const limit = operation.parameters.find(({ name }) => name === 'limit');
    if (limit !== undefined && !(operation.resolve(limit.schema)['maximum'] <= ROWS_MAX))
      tooLarge.push(`${operation.name} has pages of any length`);
    const [plain] = plainRequests(operation);
    if (plain === undefined) continue;
    const sent = writeRequest(operation, plain, ids);
    for (const query of listQueries(operation)) {
      const [path, given] = sent.url.split('?', 2);
      const url = `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(given)), ...query }).toString()}`;
      const { status, text } = await sendRequest(server, operation, { ...sent, url }, { headers: { 'x-api-key': TEST_ADMIN_KEY } });
      if (status !== 200) continue;
      const rows = text.startsWith('{') ? findLongest(JSON.parse(text)) : 0;
      if (rows > ROWS_MAX || text.length > BYTES_MAX) tooLarge.push(`${url}: ${rows} rows, ${text.length} bytes`);
    }
  }
  assert.deepEqual(tooLarge, []);
};

function findLongest(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Math.max(0, ...Object.values(value).map(findLongest));
  return Array.isArray(value) ? Math.max(value.length, inner) : inner;
}
