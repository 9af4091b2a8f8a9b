import fc from 'fast-check';
import type { JsonSchema, WalkOperation, WalkParameter } from './openapi-walk.ts';
import {
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_PARTS,
  HOSTILE_QUERIES,
  HOSTILE_TEXTS,
  HOSTILE_TYPES,
  HOSTILE_VALUES,
} from './openapi-walk-hostile.ts';
import { ID_FIELDS, plainValue, toArbitrary } from './openapi-walk-values.ts';

/** A request before its `§ids§` are filled in. */
export interface WalkRequest {
  /** What was done to a good request. */
  readonly because: string;
  readonly params: Readonly<Record<string, string>>;
  /** Parts of the path that go out as they stand. */
  readonly rawParams: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** Appended to the query as it stands. */
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly value: unknown } | undefined;
  /** Makes the bytes that go out in the place of the body. */
  readonly makeBytes: ((good: string) => Buffer) | undefined;
}

type Change = (good: fc.Arbitrary<WalkRequest>) => fc.Arbitrary<WalkRequest>;

/** Good and spoiled requests of an operation, about one in four of them good. */
export function requestsOf(operation: WalkOperation): fc.Arbitrary<WalkRequest> {
  const good = goodRequests(operation);
  const changes = changesFor(operation).map(({ weight, change }) => ({ weight, arbitrary: change(good) }));
  const total = changes.reduce((sum, { weight }) => sum + weight, 0);
  return fc.oneof({ weight: Math.ceil(total / 3), arbitrary: good }, ...changes);
}

function goodRequests(operation: WalkOperation): fc.Arbitrary<WalkRequest> {
  const params = operation.parameters.filter(({ place }) => place === 'path');
  const query = operation.parameters.filter(({ place }) => place === 'query');
  const bodies = operation.bodyForms.map((form) =>
    toArbitrary(form, { form: '', name: '', operation: operation.name, resolve: operation.resolve }),
  );
  return fc
    .record({
      params: fc.record(Object.fromEntries(params.map((parameter) => [parameter.name, parameterValues(operation, parameter)]))),
      query: fc.record(Object.fromEntries(query.map((parameter) => [parameter.name, parameterValues(operation, parameter)])), {
        requiredKeys: query.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      }),
      body: bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies).map((value) => ({ value })),
    })
    .map(({ params: parts, query: values, body }) => ({
      ...EMPTY,
      because: 'a good request',
      params: parts,
      query: Object.entries(values),
      body,
    }));
}

const EMPTY: WalkRequest = {
  because: '',
  params: {},
  rawParams: {},
  query: [],
  rawQuery: '',
  headers: {},
  body: undefined,
  makeBytes: undefined,
};

/** Parameters are text: of a list, its entries between commas. */
function parameterValues({ resolve, name: operation }: WalkOperation, { name, place, schema }: WalkParameter): fc.Arbitrary<string> {
  // A path ends before an empty part, so the request would be another one's.
  return toArbitrary(schema, { form: place, name, operation, resolve }).map((value) => String(value) || 'x');
}

function changesFor(operation: WalkOperation): { weight: number; change: Change }[] {
  const params = operation.parameters.filter(({ place }) => place === 'path');
  const query = operation.parameters.filter(({ place }) => place === 'query');
  const hasBody = operation.bodyForms.length > 0;
  return [
    { weight: 1, change: withHeader },
    { weight: 1, change: withRawQuery },
    ...(params.length > 0 ? [{ weight: 4, change: withPart(params) }] : []),
    ...(query.length > 0
      ? [
          { weight: 4, change: withParameter(query) },
          { weight: 1, change: withoutParameter },
          { weight: 1, change: withParameterTwice },
        ]
      : []),
    ...(hasBody
      ? [
          { weight: 10, change: withField },
          { weight: 3, change: withoutField },
          { weight: 1, change: withUnknownFields },
        ]
      : []),
    { weight: hasBody ? 4 : 1, change: withBytes },
    { weight: 1, change: withType },
  ];
}

const withHeader: Change = (good) =>
  fc.record({ good, header: fc.constantFrom(...HOSTILE_HEADERS) }).map(({ good: request, header: [name, value] }) => ({
    ...request,
    because: `the header ${name}: ${value}`,
    headers: { [name]: value },
  }));

const withRawQuery: Change = (good) =>
  fc
    .record({ good, rawQuery: fc.constantFrom(...HOSTILE_QUERIES) })
    .map(({ good: request, rawQuery }) => ({ ...request, because: `the query ${rawQuery}`, rawQuery }));

function withPart(params: readonly WalkParameter[]): Change {
  return (good) =>
    fc
      .record({ good, name: fc.constantFrom(...params.map(({ name }) => name)), part: fc.constantFrom(...HOSTILE_PARTS) })
      .map(({ good: request, name, part }) => ({
        ...request,
        because: `${part} in the place of {${name}}`,
        rawParams: { [name]: part },
      }));
}

function withParameter(query: readonly WalkParameter[]): Change {
  return (good) =>
    fc
      .record({ good, name: fc.constantFrom(...query.map(({ name }) => name)), text: fc.constantFrom(...HOSTILE_TEXTS) })
      .map(({ good: request, name, text }) => ({
        ...request,
        because: `the parameter ${name} of ${JSON.stringify(text)}`,
        query: [...request.query.filter(([other]) => other !== name), [name, text] as const],
      }));
}

const withoutParameter: Change = (good) =>
  good.map((request) => ({ ...request, because: `no ${request.query[0]?.[0] ?? 'parameter'}`, query: request.query.slice(1) }));

const withParameterTwice: Change = (good) =>
  good.map((request) => ({ ...request, because: 'every parameter twice', query: [...request.query, ...request.query] }));

const withField: Change = (good) =>
  fc.record({ good, at: fc.nat(), value: fc.constantFrom(...HOSTILE_VALUES) }).map(({ good: request, at, value }) => {
    const paths = listPaths(request.body?.value);
    const path = paths[at % paths.length] ?? [];
    return {
      ...request,
      because: `${shorten(value)} in the place of ${path.join('.') || 'the body'}`,
      body: { value: setAt(request.body?.value, path, value) },
    };
  });

const withoutField: Change = (good) =>
  fc.record({ good, at: fc.nat() }).map(({ good: request, at }) => {
    const paths = listPaths(request.body?.value).filter((path) => path.length > 0);
    const path = paths[at % Math.max(1, paths.length)] ?? [];
    return {
      ...request,
      because: `no ${path.join('.') || 'body'}`,
      body: path.length === 0 ? undefined : { value: setAt(request.body?.value, path, undefined) },
    };
  });

const withUnknownFields: Change = (good) =>
  fc
    .record({ good, more: fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }) })
    .map(({ good: request, more }) => {
      const fields = request.body?.value;
      const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
      return { ...request, because: 'unknown fields', body: isObject ? { value: { ...more, ...fields } } : request.body };
    });

const withBytes: Change = (good) =>
  fc
    .record({ good, body: fc.constantFrom(...HOSTILE_BODIES) })
    .map(({ good: request, body }) => ({ ...request, because: body.because, makeBytes: body.make }));

const withType: Change = (good) =>
  fc.record({ good, type: fc.constantFrom(...HOSTILE_TYPES) }).map(({ good: request, type }) => ({
    ...request,
    because: `a body of the type ${type}`,
    headers: { 'content-type': type },
    makeBytes: (text: string) => Buffer.from(text),
  }));

/** Operations that need one of several fields, and which one a plain request has. */
const ONE_NEEDED: Readonly<Record<string, string>> = { 'GET /api/domain-metrics': 'domain', 'POST /api/keywords/gap': 'targets' };

/**
 * The plainest good requests of an operation, one for each form of its body: required fields, and
 * of the others those that name something by its id.
 */
export function plainRequests(operation: WalkOperation): WalkRequest[] {
  const { resolve } = operation;
  const wanted = operation.parameters.filter(
    ({ name, isRequired }) => isRequired || ID_FIELDS.has(name) || name === ONE_NEEDED[operation.name],
  );
  const texts = wanted.map(({ name, place, schema }) => ({
    name,
    place,
    text: String(plainValue(schema, { form: place, name, operation: operation.name, resolve })),
  }));
  const inPlace = (place: string): [string, string][] => texts.filter((text) => text.place === place).map(({ name, text }) => [name, text]);
  const request = { ...EMPTY, because: 'a plain request', params: Object.fromEntries(inPlace('path')), query: inPlace('query') };
  if (operation.bodyForms.length === 0) return [request];
  return operation.bodyForms.map((form) => {
    const at = { form: '', name: '', operation: operation.name, resolve };
    const plain = plainValue(form, at);
    const needed = ONE_NEEDED[operation.name] ?? '';
    const schema = form['properties']?.[needed] as JsonSchema | undefined;
    const value = schema === undefined ? plain : { ...(plain as object), [needed]: plainValue(schema, { ...at, name: needed }) };
    return { ...request, body: { value } };
  });
}

type Path = readonly (string | number)[];

/** Where in a value another could stand: itself and everything inside. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, Array.isArray(value) ? Number(key) : key]))];
}

function setAt(value: unknown, [first, ...rest]: Path, inner: unknown): unknown {
  if (first === undefined) return inner;
  const changed = setAt((value as Record<string | number, unknown>)[first], rest, inner);
  if (Array.isArray(value)) return value.with(Number(first), changed);
  return { ...(value as object), [first]: changed };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 60)}... (${text.length} characters)` : text;
}
