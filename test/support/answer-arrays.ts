import type { JsonSchema, WalkOperation } from './openapi-walk.ts';

/** An array that an answer can hold. */
export interface AnswerArray {
  /** Operation or named schema, and the fields that lead to it. */
  readonly place: string;
  /** The document says how long it can be: by `maxItems`, by the words that it is made of, or by the operation's `limit`. */
  readonly isBounded: boolean;
}

/** The arrays in what an operation answers when all is well. */
export function listAnswerArrays(operation: WalkOperation): AnswerArray[] {
  const answer = operation.answer(200);
  if (answer?.mediaTypes[0] !== 'application/json') return [];
  const found = [...walk(operation, { schema: answer.schema, place: operation.name, depth: 0, within: [] })];
  const lists = found.filter(({ depth, isSaid }) => depth === 0 && !isSaid);
  const hasLimit = operation.parameters.some(({ name }) => name === 'limit');
  const page = hasLimit && new Set(lists.map(({ place }) => place)).size === 1 ? lists[0]?.place : undefined;
  return found.map(({ place, isSaid }) => ({ place, isBounded: isSaid || place === page }));
}

interface Visit {
  readonly schema: JsonSchema;
  readonly place: string;
  /** Arrays around it. */
  readonly depth: number;
  /** Named schemas around it: one can hold itself. */
  readonly within: readonly string[];
}

type Found = Pick<Visit, 'place' | 'depth'> & { readonly isSaid: boolean };

function* walk(operation: WalkOperation, { schema, place, depth, within }: Visit): Generator<Found> {
  const ref = schema['$ref'] as string | undefined;
  if (ref !== undefined) {
    if (within.includes(ref)) return;
    const name = ref.split('/').at(-1) ?? '';
    yield* walk(operation, { schema: operation.resolve(schema), place: name, depth, within: [...within, ref] });
    return;
  }
  const inner = (part: JsonSchema, more: string, deeper = 0): Generator<Found> =>
    walk(operation, { schema: part, place: place + more, depth: depth + deeper, within });
  if ([schema['type']].flat().includes('array')) {
    const { items, maxItems, prefixItems } = schema;
    yield { place, depth, isSaid: maxItems !== undefined || prefixItems !== undefined || isOfWords(operation, items) };
    if (items !== undefined) yield* inner(items, '[]', 1);
    return;
  }
  for (const [name, part] of Object.entries<JsonSchema>(schema['properties'] ?? {})) yield* inner(part, `.${name}`);
  if (typeof schema['additionalProperties'] === 'object') yield* inner(schema['additionalProperties'], '.*');
  for (const way of ['anyOf', 'oneOf', 'allOf']) for (const part of (schema[way] ?? []) as JsonSchema[]) yield* inner(part, '');
}

/** Words of a vocabulary, each once. */
function isOfWords(operation: WalkOperation, items: JsonSchema | undefined): boolean {
  if (items === undefined) return false;
  const item = operation.resolve(items);
  if (Array.isArray(item['anyOf'])) return item['anyOf'].every((one: JsonSchema) => isOfWords(operation, one));
  return item['enum'] !== undefined || item['const'] !== undefined;
}
