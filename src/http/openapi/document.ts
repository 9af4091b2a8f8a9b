import { z } from 'zod';
import { ACCESS_KINDS, type AccessKind } from '../callers/access.ts';
import type { Endpoint } from '../endpoint.ts';
import type { JsonSchema } from '../input/json-schema.ts';
import { makeComponents } from './components.ts';
import { FORMAT_PARAMETER, FORMATS } from '../answers/csv-form.ts';
import { FIELDS_PARAMETER } from '../answers/select-fields.ts';
import { errorResponses, toOperation } from './operation.ts';

const ErrorSchema = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'Short text', examples: ['domain is required'] }),
    message: z.string().meta({ description: 'A readable sentence' }),
    status: z.int(),
    details: z.unknown().optional().meta({ description: 'For a 400 a list of `{ path, message }` that names every wrong field' }),
    hint: z.string().optional().meta({ description: 'What to do about it' }),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

const DESCRIPTION = [
  'Self-hosted intelligence for search and app-store visibility.',
  '',
  'Send an API key as `Authorization: Bearer <key>`, as `X-API-Key: <key>` or as the query parameter `api_key`.',
  'Every error has one body, `Error`. Unknown fields and query parameters are ignored.',
].join('\n');

export interface Described {
  /** In the order of the document. */
  readonly endpoints: readonly Endpoint<never>[];
  readonly version: string;
  /** A sentence on each area. */
  readonly tags?: Readonly<Record<string, string>>;
}

/** The OpenAPI 3.1 document of a list of endpoints. */
export function buildOpenApi({ endpoints, version, tags = {} }: Described): JsonSchema {
  const components = makeComponents();
  components.add(ErrorSchema, 'output');
  const operations: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    const path = (operations[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = toOperation(endpoint, components);
  }
  const { document: paths, schemas } = components.finish(operations);
  return {
    openapi: '3.1.1',
    info: { title: 'Sightline', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.area))].map((name) => ({
      name,
      ...(tags[name] === undefined ? {} : { description: tags[name] }),
    })),
    paths,
    components: {
      schemas,
      responses: errorResponses(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: Object.assign({}, ...KINDS.map(({ schemes }) => schemes)) as JsonSchema,
    },
  };
}

const HEADERS = {
  RateLimitLimit: { description: "Requests a minute of the key's tier", schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests that the current minute still takes', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When the current minute ends, in epoch seconds', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
  RequestId: { description: "The request's id: the one sent, or a new one", schema: { type: 'string' } },
  IdempotencyReplayed: { description: '`true` when this is the kept answer of an earlier request', schema: { type: 'string' } },
  TotalCount: { description: 'Of CSV: rows on all pages, where that is known', schema: { type: 'integer', minimum: 0 } },
  CostUsd: { description: 'What the outside calls for this answer cost, in USD', schema: { type: 'number', minimum: 0 } },
  ETag: { description: 'The version of the answer, for `If-None-Match`', schema: { type: 'string' } },
  Cache: { description: '`hit` when nothing had to be asked for outside, else `miss`', schema: { type: 'string', enum: ['hit', 'miss'] } },
  Deprecation: { description: 'Since when the endpoint is deprecated (RFC 9745)', schema: { type: 'string' } },
  Sunset: { description: 'When the endpoint goes away (RFC 8594)', schema: { type: 'string' } },
};

const PARAMETERS = {
  Format: {
    name: FORMAT_PARAMETER,
    in: 'query',
    required: false,
    description:
      '`csv` answers the rows of the list as CSV, with the same filters and pages; so does the header `Accept: text/csv`. The header line has the names of the fields; those of an object within a row have a dot between. Unknown values are empty, a list of values has spaces between them, and what lies deeper is JSON. `fields` chooses columns.',
    schema: { type: 'string', enum: [...FORMATS] },
  },
  Fields: {
    name: FIELDS_PARAMETER,
    in: 'query',
    required: false,
    style: 'form',
    explode: false,
    description:
      'Fields that the answer has, beside `success` and `pagination`, instead of all of them; also those that its schema requires may then be missing. Names are looked for at the top of the answer, in the rows of its lists and in its objects: `keyword,position` leaves these two in each row. An unknown name is 400.',
    schema: { type: 'array', items: { type: 'string' } },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'For 24 hours the same key and request give the first answer again; the same key with another request is 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const KINDS: readonly AccessKind[] = ACCESS_KINDS;
