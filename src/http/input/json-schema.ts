import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the OpenAPI document says of a schema whose own JSON Schema would only be `{ "type": "string" }`. */
export const documentedAs = z.registry<{ readonly jsonSchema: JsonSchema }>();

/** Whether a schema is seen from the sender of a request (`input`) or the receiver of an answer (`output`). */
export type Direction = 'input' | 'output';

/** The JSON Schema (2020-12, as OpenAPI 3.1 wants it) of a zod schema. */
export function toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema, io),
  });
  return rest;
}

function adjust(schema: z.core.$ZodType, json: Record<string, unknown>, io: Direction): void {
  const documented = documentedAs.get(schema);
  if (documented) {
    for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
    Object.assign(json, documented.jsonSchema);
  }
  // A default behind a transform is a value of the output side; the sender may read it all the same.
  if (io === 'input' && schema instanceof z.ZodDefault && isPlain(schema.def.defaultValue)) json['default'] = schema.def.defaultValue;
  // Fields are added within a major version (docs/spec-gaps.md, section 9), so an answer is never closed.
  if (json['additionalProperties'] === false) delete json['additionalProperties'];
  // "Any whole number that JavaScript can hold" says nothing to a reader.
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);
}
