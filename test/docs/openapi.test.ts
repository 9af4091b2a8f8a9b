import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { listAllEndpoints } from '#http/openapi/documentation.ts';
import { buildOpenApi } from '#http/openapi/document.ts';
import { ROOT } from './documents.ts';

const about = { version: '0.0.0', tags: joinAreas(areas).tags };
/** The document of the whole service, as a stranger's tools read it. */
const document = buildOpenApi({ endpoints: listAllEndpoints(joinAreas(areas).endpoints, about), ...about }) as Json;

type Json = Record<string, any>;
type Operation = (options: { client: unknown; path: Record<string, string>; body?: object }) => Promise<unknown>;

test('every reference of the document leads to something', () => {
  const text = JSON.stringify(document);
  const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/gu)].map(([, path = '']) => path));
  assert.ok(refs.size > 50);
  assert.deepEqual(
    [...refs].filter((path) => path.split('/').reduce((value: Json | undefined, part) => value?.[part], document) === undefined),
    [],
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  for (const name of Object.keys(document['components'].schemas)) assert.ok(ajv.compile({ $ref: `document#/components/schemas/${name}` }));
});

test('a client that is generated from the document compiles, and each of its functions asks for its endpoint', async (t) => {
  const folder = await generateClient(t);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...options, ...target, join(folder, 'index.ts')]);

  const asked: string[] = [];
  const { createClient: makeClient } = await import(join(folder, 'client/index.ts'));
  const client = makeClient({
    baseUrl: 'http://service.example',
    fetch: (request: Request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return Promise.resolve(Response.json({}));
    },
  });
  const operations: Record<string, Operation> = await import(join(folder, 'sdk.gen.ts'));
  for (const [name, operation] of Object.entries(operations))
    await operation({ client, path: PARAMETERS, ...(name.startsWith('get') ? {} : { body: {} }) });
  const documented = Object.entries<Json>(document['paths']).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/gu, 'x')}`),
  );
  assert.deepEqual(asked.toSorted(), documented.toSorted());
});

/** Every path parameter of the document, with one value. */
const PARAMETERS = Object.fromEntries(
  Object.keys(document['paths']).flatMap((path) => [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [name, 'x'])),
);

async function generateClient(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-client-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const input = join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const path = join(folder, 'client');
  await createClient({
    input,
    output: { path, importFileExtension: '.ts' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  return path;
}
