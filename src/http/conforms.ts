import { z } from 'zod';

/** Whether a value is exactly what a schema would give back: nothing to cut, to convert or to refuse. */
export type Conforms = (value: unknown) => boolean;

/**
 * A quick look at an answer before the schema itself: most answers are right as they are, and then
 * need no copy. It knows the plain schemas that answers are made of; for any other, and for
 * whatever does not conform, it says no, and the schema decides.
 */
export function makeConforms(schema: z.core.$ZodType): Conforms {
  if (hasOwnChecks(schema)) return never;
  if (schema instanceof z.ZodObject) return makeObject(schema);
  if (schema instanceof z.ZodArray) return makeArray(makeConforms(schema.element));
  if (schema instanceof z.ZodNullable) return makeEither(null, makeConforms(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return makeEither(undefined, makeConforms(schema.unwrap()));
  if (schema instanceof z.ZodString) return isString;
  if (schema instanceof z.ZodNumber) return isIntegerSchema(schema) ? isInteger : isNumber;
  if (schema instanceof z.ZodBoolean) return isBoolean;
  if (schema instanceof z.ZodUnknown) return always;
  if (schema instanceof z.ZodEnum) return makeOneOf(Object.values(schema.enum));
  if (schema instanceof z.ZodLiteral) return makeOneOf([...schema.values]);
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodString) return makeRecord(schema);
  return never;
}

const always: Conforms = () => true;
const never: Conforms = () => false;
const isString: Conforms = (value) => typeof value === 'string';
const isNumber: Conforms = (value) => typeof value === 'number' && Number.isFinite(value);
const isInteger: Conforms = (value) => Number.isSafeInteger(value);
const isBoolean: Conforms = (value) => typeof value === 'boolean';

/** Lengths, ranges, formats and refinements are for the schema itself. */
function hasOwnChecks(schema: z.core.$ZodType): boolean {
  const { checks } = schema._zod.def;
  return (checks !== undefined && checks.length > 0) || ('format' in schema._zod.def && !isIntegerSchema(schema));
}

function isIntegerSchema(schema: z.core.$ZodType): boolean {
  return 'format' in schema._zod.def && schema._zod.def.format === 'safeint';
}

function makeArray(conforms: Conforms): Conforms {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!conforms(item)) return false;
    return true;
  };
}

function makeEither(absent: null | undefined, conforms: Conforms): Conforms {
  return (value) => value === absent || conforms(value);
}

function makeOneOf(values: readonly unknown[]): Conforms {
  const known = new Set(values);
  return (value) => known.has(value);
}

function makeRecord(schema: z.ZodRecord): Conforms {
  if (hasOwnChecks(schema.keyType)) return never;
  const conforms = makeConforms(schema.valueType);
  return (value) => isPlainObject(value) && Object.values(value).every(conforms);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every field conforms, and there is no field that the schema would cut off. */
function makeObject(schema: z.ZodObject): Conforms {
  const { catchall } = schema.def;
  const isOpen = catchall instanceof z.ZodUnknown;
  if (catchall !== undefined && !isOpen) return never;
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, conforms: makeConforms(field), isOptional: field instanceof z.ZodOptional }));
  const names = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const { name, conforms, isOptional } of fields) {
      const field = value[name];
      if (field === undefined ? !isOptional : !conforms(field)) return false;
    }
    if (isOpen) return true;
    for (const name in value) if (!names.has(name)) return false;
    return true;
  };
}
