import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { toJsonSchema, type Direction, type JsonSchema } from '../input/json-schema.ts';

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';
const INPUT = 'Input';

/**
 * Named schemas of the document. A schema that reads the same for sender and receiver is one
 * component, otherwise the sender's is named `<Name>Input`.
 */
export interface Components {
  /** The schema as it stands where it is used; its named parts become components. */
  add(schema: z.ZodType, direction: Direction): JsonSchema;
  /** The finished document with its components; call it once, at the end. */
  finish(document: JsonSchema): { readonly document: JsonSchema; readonly schemas: Readonly<Record<string, unknown>> };
}

export function makeComponents(): Components {
  const found = new Map<string, unknown>();

  const register = (name: string, schema: unknown): void => {
    const earlier = found.get(name);
    if (earlier !== undefined && !isDeepStrictEqual(earlier, schema)) throw new Error(`two schemas have the id ${name}`);
    found.set(name, schema);
  };

  return {
    add(schema, direction) {
      const suffix = direction === 'input' ? INPUT : '';
      const toComponent = (ref: string): string => (ref.startsWith(DEFS) ? `${COMPONENTS}${ref.slice(DEFS.length)}${suffix}` : ref);
      const { $defs, id: _id, ...rest } = toJsonSchema(schema, direction);
      for (const [name, part] of Object.entries($defs ?? {})) register(name + suffix, mapRefs(withoutId(part), toComponent));
      const id = idOf(schema);
      const mapped = mapRefs(rest, toComponent) as JsonSchema;
      if (id === undefined || '$ref' in rest) return mapped;
      register(id + suffix, mapped);
      return { $ref: `${COMPONENTS}${id}${suffix}` };
    },
    finish(document) {
      const merged = findMerged(found);
      const rename = (name: string): string => (merged.has(name) ? name.slice(0, -INPUT.length) : name);
      const renameRef = (ref: string): string => (ref.startsWith(COMPONENTS) ? COMPONENTS + rename(ref.slice(COMPONENTS.length)) : ref);
      const names = [...new Set([...found.keys()].map(rename))].toSorted();
      const schemas = names.map((name) => [name, mapRefs(found.get(name) ?? found.get(name + INPUT), renameRef)] as const);
      return { document: mapRefs(document, renameRef) as JsonSchema, schemas: Object.fromEntries(schemas) };
    },
  };
}

/** Names of senders' schemas that can take the receivers' place: nothing else has it, or it reads the same. */
function findMerged(found: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const merged = new Set([...found.keys()].filter((name) => name.endsWith(INPUT) && !hasOwnMeaning(found, name)));
  // One that names a schema which stays apart stays apart too.
  for (let before = -1; before !== merged.size;) {
    before = merged.size;
    for (const name of merged) {
      const isAlone = !found.has(name.slice(0, -INPUT.length));
      if (!isAlone && refsOf(found.get(name)).some((ref) => !merged.has(ref))) merged.delete(name);
    }
  }
  return merged;
}

function hasOwnMeaning(found: ReadonlyMap<string, unknown>, name: string): boolean {
  const plain = found.get(name.slice(0, -INPUT.length));
  const dropSuffix = (ref: string): string => (ref.endsWith(INPUT) ? ref.slice(0, -INPUT.length) : ref);
  return plain !== undefined && !isDeepStrictEqual(plain, mapRefs(found.get(name), dropSuffix));
}

function refsOf(schema: unknown): string[] {
  const refs: string[] = [];
  mapRefs(schema, (ref) => {
    if (ref.startsWith(COMPONENTS)) refs.push(ref.slice(COMPONENTS.length));
    return ref;
  });
  return refs;
}

function mapRefs(value: unknown, change: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapRefs(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === '$ref' && typeof inner === 'string' ? change(inner) : mapRefs(inner, change),
  ]);
  return Object.fromEntries(entries);
}

function withoutId(schema: unknown): unknown {
  const { id: _id, ...rest } = schema as Record<string, unknown>;
  return rest;
}

function idOf(schema: z.ZodType): string | undefined {
  return schema.meta()?.id;
}
