import { z } from 'zod';
import { toCamelCase, type CamelCase } from '#kernel/camel-case.ts';

/**
 * What an answer of this shape is made of: the value of each field under the field's name in camel case. A text or
 * number may be given as a `Date`, null as undefined. What lies deeper is given as it is answered.
 */
export type BodySource<Body> = { readonly [Name in keyof Body as CamelCase<Name & string>]: FieldSource<Body[Name]> };

type FieldSource<Value> = unknown extends Value
  ? unknown
  :
      | Readonly<Value>
      | (string extends Value ? Date : never)
      | (number extends Value ? Date : never)
      | (null extends Value ? undefined : never);

/**
 * An object as it is answered, with the fields of the schema and no others. A `Date` becomes ISO 8601 text or, where
 * the schema wants a number, epoch milliseconds; undefined becomes null where the field can be null.
 * @example toBody(z.object({ run_id: z.string(), created_at: z.string() }), { runId: 'r1', createdAt: new Date(0) })
 */
export function toBody<Schema extends z.ZodObject>(schema: Schema, source: BodySource<z.input<Schema>>): z.input<Schema> {
  let write = WRITERS.get(schema);
  if (write === undefined) WRITERS.set(schema, (write = makeWriter(schema)));
  return write(source) as z.input<Schema>;
}

type Writer = (source: object) => object;

const WRITERS = new WeakMap<z.ZodObject, Writer>();

/** The object literal that one would write by hand, as source text: a loop over the fields takes three times as long. */
function makeWriter(schema: z.ZodObject): Writer {
  const fields = Object.entries(schema.shape).map(([name, field]) => `${JSON.stringify(name)}: ${writeValue(name, field)}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- made of the schema alone; its field names enter it as JSON
  return new Function('toText', 'toMs', `"use strict"; return (source) => ({ ${fields.join(', ')} });`)(toText, toMs) as Writer;
}

function writeValue(name: string, field: z.core.$ZodType): string {
  const source = `source[${JSON.stringify(toCamelCase(name))}]`;
  const isNullable = field instanceof z.ZodNullable;
  const type = isNullable || field instanceof z.ZodOptional ? field.unwrap() : field;
  const value = type instanceof z.ZodString ? `toText(${source})` : type instanceof z.ZodNumber ? `toMs(${source})` : source;
  return isNullable ? `${value} ?? null` : value;
}

function toText(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function toMs(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}
