import type { FieldProblem } from '#kernel/errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { toJsonSchema, type JsonSchema } from '../input/json-schema.ts';

export const FIELDS_PARAMETER = 'fields';
/** Stay in every answer: how it went, and where a list goes on. */
const ALWAYS = ['success', 'pagination'];
const NAMES_MAX = 100;

/** Cuts an answer down to what was asked for. */
export type Select = (body: unknown) => unknown;
type Fields = Readonly<Record<string, unknown>>;

/** Whether answers of an endpoint can be cut down: those to GET that are JSON. */
export function hasFields({ method, contentType, socket }: Endpoint<never>): boolean {
  return method === 'GET' && contentType === undefined && !socket;
}

/**
 * Prepares the reading of `fields`: names of top-level fields, of fields in the rows of lists, and of
 * fields in objects, as the endpoint's answer has them.
 * @returns a function that gives `undefined` when the parameter is not there, and notes unknown names as problems
 */
export function makeParseFields(endpoint: Endpoint<never>): (query: unknown, problems: FieldProblem[]) => Select | undefined {
  if (!hasFields(endpoint)) return () => undefined;
  let known: Known | undefined;
  return (query, problems) => {
    const raw = (query as Fields | undefined)?.[FIELDS_PARAMETER];
    if (raw === undefined) return undefined;
    const names = toNames(raw);
    known ??= readKnown(endpoint);
    const every = new Set([...known.keys(), ...[...known.values()].flatMap((inner) => [...inner])]);
    const unknown = names.filter((name) => !every.has(name));
    if (names.length > 0 && names.length <= NAMES_MAX && unknown.length === 0) return makeSelect(known, new Set(names));
    problems.push({ path: FIELDS_PARAMETER, message: `must be names out of ${[...every].toSorted().join(', ')}` });
    return undefined;
  };
}

/** The names of a list of names, which stand between commas or come in several parameters. */
export function toNames(raw: unknown): string[] {
  return [raw]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function makeSelect(known: Known, names: ReadonlySet<string>): Select {
  const pick = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pick);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
  };
  return (body) =>
    Object.fromEntries(
      Object.entries(body as Fields).flatMap(([name, value]) => {
        if (ALWAYS.includes(name) || names.has(name)) return [[name, value]];
        const isInside = [...(known.get(name) ?? [])].some((inner) => names.has(inner));
        return isInside ? [[name, pick(value)]] : [];
      }),
    );
}

/** Each top-level field of the answer, with the names of the fields of its rows or of itself; none for plain values. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

function readKnown({ responses }: Endpoint<never>): Known {
  const known = new Map<string, Set<string>>();
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) >= 300) continue;
    const document = toJsonSchema(response, 'output');
    for (const [name, schema] of listProperties(document, document)) {
      const inner = ALWAYS.includes(name) ? [] : listRows(schema, document).flatMap((row) => listProperties(row, document));
      known.set(name, new Set([...(known.get(name) ?? []), ...inner.map(([field]) => field)]));
    }
  }
  return known;
}

/** The schemas of a list's rows; of anything else the schema itself. */
function listRows(schema: JsonSchema, document: JsonSchema): JsonSchema[] {
  return listAlternatives(schema, document).map((one) => (one['items'] as JsonSchema | undefined) ?? one);
}

/** Each property of a schema, whichever of its forms has it. */
export function listProperties(schema: JsonSchema, document: JsonSchema): [string, JsonSchema][] {
  return listAlternatives(schema, document).flatMap((one) => Object.entries((one['properties'] ?? {}) as Record<string, JsonSchema>));
}

/** The schema behind a reference, and each of several forms. */
function listAlternatives(schema: JsonSchema, document: JsonSchema): JsonSchema[] {
  const { $ref: ref, anyOf, oneOf, allOf } = schema as Record<string, JsonSchema[] | undefined> & { $ref?: string };
  if (ref !== undefined) {
    const target = (document['$defs'] as Record<string, JsonSchema> | undefined)?.[ref.replace('#/$defs/', '')];
    return target === undefined ? [document] : listAlternatives(target, document);
  }
  const forms = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  return [schema, ...forms.flatMap((form) => listAlternatives(form, document))];
}
