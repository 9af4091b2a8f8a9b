import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Right, Scope } from '#http/rights.ts';

/** The OpenAPI document as a test walks over it: every operation as a value, references followed. */

export type JsonSchema = Readonly<Record<string, any>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface WalkParameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** What the document says of one status of an operation. */
export interface WalkAnswer {
  /** None: there is no body. Of a list the first, and CSV, which is asked for. */
  readonly mediaTypes: readonly string[];
  readonly schema: JsonSchema;
  /** Gives what contradicts the schema, `undefined` when nothing does. Text bodies are checked as text. */
  findFault(body: unknown): string | undefined;
}

export interface WalkOperation {
  /** Method and path, as the document writes them. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** `open` anyone; `session` a cookie, and no key; `local` this machine or a key; `key` an API key; `token` a JWT; `socket` takes connections, not requests. */
  readonly access: 'open' | 'session' | 'secret' | 'local' | 'key' | 'token' | 'socket';
  readonly scope: Scope | null;
  readonly right: Right | null;
  /** A session cookie is one of the ways to call it. */
  readonly takesCookie: boolean;
  /** So is a key in the address. */
  readonly takesQueryKey: boolean;
  /** The area that serves it. */
  readonly tag: string;
  /** Scope that is enough for a bound key. */
  readonly boundScope: 'read' | undefined;
  /** Without the common `fields`, which cuts answers down to what their schema does not allow, and `format`, which changes their type. */
  readonly parameters: readonly WalkParameter[];
  readonly hasFields: boolean;
  /** Whether answers can also be CSV. */
  readonly hasCsv: boolean;
  /** The forms of the body; empty when the operation takes none. */
  readonly bodyForms: readonly JsonSchema[];
  /** Gives what contradicts every form of the body. `isWhole` false: fields may be missing. */
  findBodyFault(body: unknown, isWhole: boolean): string | undefined;
  /** What the document says of an answer with this status; `undefined` when it does not name it. */
  answer(status: number): WalkAnswer | undefined;
  readonly isIdempotent: boolean;
  /** Follows a reference that stands in one of the operation's schemas. */
  resolve(schema: JsonSchema): JsonSchema;
}

/** What is answered 501, whatever is asked. */
export const NOT_IMPLEMENTED: ReadonlySet<string> = new Set(['POST /webhooks/entity-store']);

/** Reads every operation of a document. */
export function readOperations(document: JsonSchema): WalkOperation[] {
  const reader = makeReader(document);
  return Object.entries<JsonSchema>(document['paths']).flatMap(([path, item]) =>
    Object.keys(item).map((method) => toOperation(reader, path, method)),
  );
}

interface Reader {
  /** Follows references until there is none. */
  resolve(value: JsonSchema): JsonSchema;
  compile(schema: JsonSchema): ValidateFunction;
  readonly document: JsonSchema;
}

const FORMATS = {
  date: /^\d{4}-\d{2}-\d{2}$/u,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/u,
};

function makeReader(document: JsonSchema): Reader {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema(document, 'document');
  const resolve = (value: JsonSchema): JsonSchema => (typeof value['$ref'] === 'string' ? resolve(follow(document, value['$ref'])) : value);
  // Operations share most of their answers.
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: JsonSchema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(withAbsoluteRefs(schema) as JsonSchema);
    compiled.set(key, known);
    return known;
  };
  return { document, resolve, compile };
}

function follow(document: JsonSchema, ref: string): JsonSchema {
  const parts = ref.replace(/^#\//u, '').split('/');
  const found = parts.reduce<JsonSchema | undefined>((value, part) => value?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (found === undefined) throw new Error(`the document refers to ${ref}, which does not exist`);
  return found;
}

/** A schema that is compiled on its own still refers to the document it was taken from. */
function withAbsoluteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAbsoluteRefs);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === '$ref' && typeof inner === 'string' && inner.startsWith('#') ? `document${inner}` : withAbsoluteRefs(inner),
  ]);
  return Object.fromEntries(entries);
}

function toOperation(reader: Reader, path: string, method: string): WalkOperation {
  const operation = reader.document['paths'][path][method] as JsonSchema;
  const parameters = (operation['parameters'] as JsonSchema[]).map(reader.resolve);
  const bodySchema = operation['requestBody']?.content['application/json']?.schema as JsonSchema | undefined;
  const answers = new Map<number, WalkAnswer | undefined>();
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    access: '101' in operation['responses'] ? 'socket' : toAccess(operation['security'], '401' in operation['responses']),
    scope: operation['x-required-scope'],
    right: operation['x-right'],
    takesQueryKey: operation['security'].some((way: JsonSchema) => 'queryKey' in way),
    takesCookie: operation['security'].some((way: JsonSchema) => 'sessionCookie' in way),
    tag: operation['tags'][0],
    boundScope: operation['x-bound-scope'],
    parameters: parameters.filter(({ name }) => name !== 'fields' && name !== 'format').flatMap(toParameter(reader)),
    hasFields: parameters.some(({ name }) => name === 'fields'),
    hasCsv: parameters.some(({ name }) => name === 'format'),
    bodyForms: bodySchema === undefined ? [] : toForms(reader, bodySchema),
    findBodyFault: makeFindBodyFault(reader, bodySchema),
    answer: (status) => {
      if (!answers.has(status)) answers.set(status, toAnswer(reader, operation['responses'][String(status)]));
      return answers.get(status);
    },
    isIdempotent: parameters.some((parameter) => parameter['name'] === 'Idempotency-Key'),
    resolve: reader.resolve,
  };
}

/** What needs no key and refuses strangers all the same has a secret in its address. */
function toAccess(security: readonly JsonSchema[], refusesStrangers: boolean): WalkOperation['access'] {
  if (security.length === 0) return refusesStrangers ? 'secret' : 'open';
  const [takesCookie, takesKey] = ['sessionCookie', 'headerKey'].map((scheme) => security.some((way) => scheme in way));
  if (takesCookie && !takesKey) return 'session';
  if (security.some((way) => Object.keys(way).length === 0)) return 'local';
  return security.some((way) => 'token' in way) ? 'token' : 'key';
}

function toParameter({ resolve }: Reader): (parameter: JsonSchema) => WalkParameter[] {
  return ({ name, in: place, required, schema }) =>
    place === 'path' || place === 'query' ? [{ name, place, isRequired: required === true, schema: resolve(schema) }] : [];
}

function toForms({ resolve }: Reader, schema: JsonSchema): JsonSchema[] {
  const whole = resolve(schema);
  return whole['type'] === undefined && Array.isArray(whole['anyOf']) ? whole['anyOf'].map(resolve) : [whole];
}

function makeFindBodyFault({ compile, resolve }: Reader, schema: JsonSchema | undefined): WalkOperation['findBodyFault'] {
  if (schema === undefined) return () => undefined;
  // Few walks look at bodies, and not at all of them.
  const toRule = (isWhole: boolean): JsonSchema => (isWhole ? schema : (withoutRequired(schema, resolve) as JsonSchema));
  return (body, isWhole) => toFault(compile(toRule(isWhole)), body);
}

/** The schema with its references written out and no field required. */
function withoutRequired(value: unknown, resolve: Reader['resolve']): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutRequired(item, resolve));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(resolve(value)).filter(([key, inner]) => !(key === 'required' && Array.isArray(inner)));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutRequired(inner, resolve)]));
}

function toAnswer({ resolve, compile }: Reader, response: JsonSchema | undefined): WalkAnswer | undefined {
  if (response === undefined) return undefined;
  const contents = resolve(response)['content'] as JsonSchema | undefined;
  if (contents === undefined) return { mediaTypes: [], schema: {}, findFault: (body) => (body === '' ? undefined : 'there is a body') };
  const [content = {}] = Object.values<JsonSchema>(contents);
  const validate = compile(content['schema'] as JsonSchema);
  return { mediaTypes: Object.keys(contents), schema: resolve(content['schema']), findFault: (body) => toFault(validate, body) };
}

function toFault(validate: ValidateFunction, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join('; ');
}
