import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { startEndpoints } from '../../../test/support/http.ts';
import { makeDefineEndpoint, type BodyForms } from '../endpoint.ts';
import { idField, instantField, limitField, listParam, nameField } from '../fields.ts';
import { buildOpenApi } from './document.ts';
import { Pagination } from '../paging.ts';
import type { ServerContext } from '../server.ts';

const defineEndpoint = makeDefineEndpoint<ServerContext>();
const common = { spec: '4', area: 'things', access: 'key' } as const;
const Thing = z.object({ id: z.string(), rank: z.int().nullable() }).meta({ id: 'Thing' });
const Settings = z.object({ depth: z.int().default(100) }).meta({ id: 'Settings' });
const handle = async () => ({ status: 200, body: {} as never });

const endpoints = [
  defineEndpoint({
    ...common,
    method: 'GET',
    path: '/api/things',
    summary: 'List things',
    query: z.object({ limit: limitField(50, 200), ids: listParam(idField()).optional() }),
    responses: { 200: z.object({ things: z.array(Thing), pagination: Pagination }) },
    handle,
  }),
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/things/{thing_id}/parts',
    summary: 'Add a part',
    params: z.object({ thing_id: idField() }),
    body: {
      forms: {
        single: z.object({ name: nameField(), at: instantField(), settings: Settings.optional() }),
        batch: z.object({ names: z.array(nameField()) }),
      },
      choose: () => 'single',
    } satisfies BodyForms,
    responses: { 201: z.object({ part: Thing, settings: Settings }) },
    deprecated: { since: '2026-01-01', sunset: '2026-06-01' },
    handle,
  }),
];

type Json = Record<string, any>;

test('describes parameters, forms, components, errors and security', () => {
  const document = buildOpenApi({ endpoints, version: '1.2.3' }) as Json;
  assert.equal(document['openapi'], '3.1.1');
  const list = document['paths']['/api/things'].get;
  assert.deepEqual(list.parameters, [
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
    {
      name: 'ids',
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 100 },
    },
    { $ref: '#/components/parameters/Fields' },
    { $ref: '#/components/parameters/Format' },
  ]);
  assert.equal(list.operationId, 'getThings');
  assert.equal(list['x-required-scope'], 'read');
  assert.deepEqual(Object.keys(list.responses), ['200', '400', '401', '403', '404', '429', '500', '503', 'default']);
  assert.equal(list.responses['200'].content['application/json'].schema.properties.things.items.$ref, '#/components/schemas/Thing');

  const add = document['paths']['/api/things/{thing_id}/parts'].post;
  assert.equal(add.deprecated, true);
  assert.equal(add.operationId, 'postThingsByThingIdParts');
  assert.deepEqual(
    add.parameters.map((parameter: Json) => parameter['name'] ?? parameter['$ref']),
    ['thing_id', '#/components/parameters/IdempotencyKey'],
  );
  const forms = add.requestBody.content['application/json'].schema.anyOf;
  assert.deepEqual(
    forms.map((form: Json) => [form['title'], form['required']]),
    [
      ['single', ['name', 'at']],
      ['batch', ['names']],
    ],
  );
  // A default makes a field optional for the sender and certain for the receiver.
  assert.equal(forms[0].properties.settings.$ref, '#/components/schemas/SettingsInput');
  assert.deepEqual(document['components'].schemas['Settings'].required, ['depth']);
  assert.equal(document['components'].schemas['SettingsInput'].required, undefined);
});

test('refers only to what exists, and every schema can be compiled', () => {
  const document = buildOpenApi({ endpoints, version: '1.2.3' }) as Json;
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/gu)].map(([, path = '']) => path);
  for (const path of refs)
    assert.ok(
      path.split('/').reduce((value: Json | undefined, part) => value?.[part], document),
      path,
    );
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(document, 'document');
  for (const name of Object.keys(document['components'].schemas)) assert.ok(ajv.compile({ $ref: `document#/components/schemas/${name}` }));
});

test('refuses two schemas with one name', () => {
  const [first] = endpoints;
  assert.ok(first);
  const clashing = { ...first, path: '/api/other', responses: { 200: z.object({ name: z.string() }).meta({ id: 'Thing2' }) } };
  const again = { ...first, path: '/api/third', responses: { 200: z.object({ name: z.int() }).meta({ id: 'Thing2' }) } };
  assert.throws(() => buildOpenApi({ endpoints: [clashing, again], version: '1' }), /Thing2/u);
});

test('serves the document, itself included', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const answer = await server.inject('/openapi.json');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/u);
  assert.ok(answer.json().paths['/openapi.json'].get);
});

test('shows a page that loads nothing from outside', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const page = await server.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/u);
  const markup = page.body.replace(/<script[^>]*>[\s\S]*?<\/script>/gu, (script) => script.replace(/>[\s\S]*</u, '><'));
  assert.doesNotMatch(markup, /(?:src|href)="(?:https?:)?\/\//u);
  assert.deepEqual(
    [...page.body.matchAll(/<script[^>]*src="([^"]+)"/gu)].map(([, source]) => source),
    ['/docs/scalar.js'],
  );
  for (const name of ['telemetry', 'withDefaultFonts']) assert.match(page.body, new RegExp(`"${name}": false`, 'u'));

  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/u);
  const directives = policy.split('; ');
  assert.ok(directives.find((directive) => directive.startsWith('script-src'))?.match(/^script-src 'self' 'sha256-[^']+'$/u), policy);
  assert.ok(directives.includes("connect-src 'self'"));
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/u);

  const script = await server.inject('/docs/scalar.js');
  assert.equal(script.statusCode, 200);
  assert.match(String(script.headers['content-type']), /^text\/javascript/u);
  assert.ok(script.body.length > 1_000_000);

  const ask = async (encoding: string) => await server.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': encoding } });
  for (const encoding of ['gzip', 'br, gzip;q=0.8', '*']) {
    const packed = await ask(encoding);
    assert.deepEqual([packed.headers['content-encoding'], packed.headers['vary']], ['gzip', 'accept-encoding'], encoding);
    assert.ok(packed.rawPayload.length < script.body.length / 3);
    assert.equal(gunzipSync(packed.rawPayload).toString(), script.body);
  }
  for (const encoding of ['br', 'gzip;q=0', 'xgzip']) assert.equal((await ask(encoding)).headers['content-encoding'], undefined, encoding);
});

test('leads a browser from the address of the service to the page, and no other client', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const led = await server.inject({ url: '/?a=b', headers: browser });
  assert.deepEqual([led.statusCode, led.headers['location']], [302, '/docs']);
  const worker = await startEndpoints(t, endpoints, { config: { role: 'worker' } });
  for (const [asked, request] of [
    [server, { url: '/' }],
    [server, { url: '/', headers: browser, method: 'POST' }],
    [server, { url: '/nowhere', headers: browser }],
    [worker, { url: '/', headers: browser }],
  ] as const)
    assert.equal((await asked.inject(request)).json().error, 'Not found');
});

test('announces deprecation on the answers of deprecated endpoints', async (t) => {
  const server = await startEndpoints(t, endpoints);
  const answer = await server.inject({ method: 'POST', url: '/api/things/a/parts', payload: {} });
  assert.equal(answer.headers['deprecation'], '@1767225600');
  assert.equal(answer.headers['sunset'], 'Mon, 01 Jun 2026 00:00:00 GMT');
});

test('gives a page its own content policy, and leaves every other answer the strict one', async (t) => {
  const page = (path: string, answer: Endpoint['handle']): Endpoint => ({
    ...common,
    access: 'open',
    method: 'GET',
    path,
    summary: 'a page',
    contentType: 'text/html',
    contentPolicy: (text) => `default-src 'self'; report-to ${text}`,
    handle: answer,
    responses: { 200: z.string() },
  });
  const server = await startEndpoints(t, [
    page('/page', () => Promise.resolve({ status: 200, body: 'here' })),
    page('/failing', () => Promise.reject(new Error('no page'))),
  ]);
  const policyOf = async (url: string) => (await server.inject(url)).headers['content-security-policy'];
  assert.equal(await policyOf('/page'), "default-src 'self'; report-to here");
  const strict = "default-src 'none';frame-ancestors 'none'";
  for (const url of ['/failing', '/openapi.json', '/absent', '/docs/scalar.js']) assert.equal(await policyOf(url), strict, url);
});
