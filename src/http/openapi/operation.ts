import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts';
import { isForms, isRaw, type Endpoint } from '../endpoint.ts';
import { accessKindOf, requiredRight, requiredScope } from '../callers/access.ts';
import { ERROR_SUMMARIES } from '../errors.ts';
import type { JsonSchema } from '../input/json-schema.ts';
import { RIGHTS } from '../rights.ts';
import { hasCsv } from '../answers/csv-form.ts';
import { hasFields } from '../answers/select-fields.ts';
import type { Components } from './components.ts';

type AnyEndpoint = Endpoint<never>;

/** One endpoint as an OpenAPI operation. */
export function toOperation(endpoint: AnyEndpoint, components: Components): JsonSchema {
  return {
    operationId: toOperationId(endpoint),
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    'x-specification': endpoint.spec,
    'x-required-scope': requiredScope(endpoint),
    'x-right': requiredRight(endpoint),
    ...(endpoint.boundRight === undefined
      ? {}
      : { 'x-bound-scope': RIGHTS[endpoint.boundRight].scope, 'x-bound-right': endpoint.boundRight }),
    ...(endpoint.canSpend === undefined ? {} : { 'x-can-spend': true }),
    ...(endpoint.needsStepUp === undefined ? {} : { 'x-step-up': true }),
    security: accessKindOf(endpoint).security.filter((way) => !(endpoint.refusesSessions && 'sessionCookie' in way)),
    parameters: [...toParameters(endpoint, components)],
    ...(endpoint.body ? { requestBody: toRequestBody(endpoint.body, components) } : {}),
    responses: toResponses(endpoint, components),
  };
}

/** Whether `Idempotency-Key` counts. */
export function isIdempotent(endpoint: AnyEndpoint): boolean {
  return endpoint.method === 'POST' && (endpoint.idempotent ?? true) && accessKindOf(endpoint).hasCaller;
}

/** @example toOperationId(GET /api/projects/{project_id}) // getProjectsByProjectId */
export function toOperationId({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//u, '/')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `by_${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/u));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function* toParameters(endpoint: AnyEndpoint, components: Components): Iterable<JsonSchema> {
  if (endpoint.params) yield* toParametersIn(components.add(endpoint.params, 'input'), 'path');
  if (endpoint.query) yield* toParametersIn(components.add(endpoint.query, 'input'), 'query');
  if (hasFields(endpoint)) yield { $ref: '#/components/parameters/Fields' };
  if (hasCsv(endpoint)) yield { $ref: '#/components/parameters/Format' };
  if (isIdempotent(endpoint)) yield { $ref: '#/components/parameters/IdempotencyKey' };
}

function toParametersIn(schema: JsonSchema, where: 'path' | 'query'): JsonSchema[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    ...(description === undefined ? {} : { description }),
    ...(rest['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: rest,
  }));
}

function toRequestBody(body: NonNullable<AnyEndpoint['body']>, components: Components): JsonSchema {
  if (isRaw(body)) {
    const schema = { type: 'string', contentEncoding: 'binary' };
    return { required: true, description: body.description, content: { '*/*': { schema } } };
  }
  if (!isForms(body))
    return { required: !body.safeParse({}).success, content: { 'application/json': { schema: components.add(body, 'input') } } };
  const forms = Object.entries(body.forms).map(([name, schema]) => {
    const form = components.add(schema, 'input');
    return '$ref' in form ? form : { title: name, ...form };
  });
  return { required: true, content: { 'application/json': { schema: forms.length === 1 ? forms[0] : { anyOf: forms } } } };
}

function toResponses(endpoint: AnyEndpoint, components: Components): JsonSchema {
  const success = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    toSuccess(endpoint, components.add(schema, 'output')),
  ]);
  const errors = errorsOf(endpoint).map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]);
  // A success schema that an endpoint gives for an error status (503 of /health) wins.
  const switched = endpoint.socket
    ? { 101: { description: 'The connection is made; docs/events.md describes what goes over it', headers: RATE_HEADERS } }
    : {};
  const unchanged = endpoint.version
    ? { 304: { description: 'The client has this answer already: `If-None-Match` names its `ETag`', headers: { ...RATE_HEADERS, ...TAG } } }
    : {};
  return {
    ...switched,
    ...unchanged,
    ...Object.fromEntries(errors),
    ...Object.fromEntries(success),
    default: { $ref: '#/components/responses/internal' },
  };
}

function toSuccess(endpoint: AnyEndpoint, schema: JsonSchema): JsonSchema {
  return {
    description: endpoint.summary,
    headers: {
      ...RATE_HEADERS,
      ...(isIdempotent(endpoint) ? { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } : {}),
      ...(hasCsv(endpoint) ? { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } : {}),
      ...(endpoint.spends
        ? { 'X-Cost-USD': { $ref: '#/components/headers/CostUsd' }, 'X-Cache': { $ref: '#/components/headers/Cache' } }
        : {}),
      ...(endpoint.deprecated
        ? { Deprecation: { $ref: '#/components/headers/Deprecation' }, Sunset: { $ref: '#/components/headers/Sunset' } }
        : {}),
      ...(endpoint.version ? TAG : {}),
    },
    content: { ...toContent(endpoint, schema), ...(hasCsv(endpoint) ? CSV_CONTENT : {}) },
  };
}

function toContent({ contentType = 'application/json', otherContentTypes = [] }: AnyEndpoint, schema: JsonSchema): JsonSchema {
  return Object.fromEntries([contentType, ...otherContentTypes].map((type) => [type, { schema }]));
}

const TAG = { ETag: { $ref: '#/components/headers/ETag' } };

const CSV_CONTENT: JsonSchema = { 'text/csv': { schema: { type: 'string' } } };

export const RATE_HEADERS: JsonSchema = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
};

/** The failures that an endpoint can answer with: those that every such endpoint has, and its own. */
function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  // An address can be wrong, and a body can be sent, also where nothing is asked for.
  const codes: ErrorCode[] = ['invalid', ...(endpoint.failures ?? []), ...accessKindOf(endpoint).failures];
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('not_found');
  if (endpoint.method !== 'GET') {
    codes.push('conflict', 'too_large', 'unsupported_media_type');
  }
  if (endpoint.socket) codes.push('upgrade_required');
  if (!codes.includes('not_configured')) codes.push('unavailable');
  codes.push('rate_limited', 'internal');
  return endpoint.needsStepUp ? codes.map((code) => (code === 'forbidden' ? 'proof_needed' : code)) : codes;
}

/** Failures that say when to try again. */
const WAITS: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'not_configured']);

/** Shared response objects: one per kind of failure, all with the one error body. */
export function errorResponses(): JsonSchema {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  return Object.fromEntries(
    Object.entries(ERROR_SUMMARIES).map(([code, description]) => [
      code,
      { description, headers: WAITS.has(code) ? { ...RATE_HEADERS, ...retryAfter } : RATE_HEADERS, content },
    ]),
  );
}
