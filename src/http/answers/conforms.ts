import { z } from 'zod';

/** Whether a value is exactly what a schema would give back: nothing to cut, to convert or to refuse. */
export type Conforms = (value: unknown) => boolean;

/**
 * A quick look at an answer before the schema itself: most answers are right as they are, and then
 * need neither the schema's walk nor its copy, which together cost half as much as writing the
 * JSON. It knows the plain schemas that answers are made of. Of any other schema, and of whatever
 * does not conform, it says no, and the schema decides.
 *
 * The check is written out as one function in source text, as zod does with its objects: walking
 * from closure to closure took six times as long, no less than the schema itself. The text is made
 * of schemas alone; field names enter it as JSON.
 */
export function makeConforms(schema: z.core.$ZodType): Conforms {
  const functions: string[] = [];
  const test = writeTest(schema, 'value', functions);
  if (test === NO) return () => false;
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  return new Function(`"use strict"; ${functions.join('\n')} return (value) => ${test};`)() as Conforms;
}

const NO = 'false';

/** A boolean expression: whether the value of `expression` conforms. Adds the functions that it calls. */
function writeTest(schema: z.core.$ZodType, expression: string, functions: string[]): string {
  if (hasOwnChecks(schema)) return NO;
  if (schema instanceof z.ZodString) return `typeof ${expression} === "string"`;
  if (schema instanceof z.ZodNumber) return `Number.${isIntegerSchema(schema) ? 'isSafeInteger' : 'isFinite'}(${expression})`;
  if (schema instanceof z.ZodBoolean) return `typeof ${expression} === "boolean"`;
  if (schema instanceof z.ZodUnknown) return `${expression} !== undefined`;
  if (schema instanceof z.ZodEnum) return writeOneOf(Object.values(schema.enum), expression);
  if (schema instanceof z.ZodLiteral) return writeOneOf([...schema.values], expression);
  if (schema instanceof z.ZodNullable) return writeOr(`${expression} === null`, writeTest(schema.unwrap(), expression, functions));
  if (schema instanceof z.ZodOptional) return writeOr(`${expression} === undefined`, writeTest(schema.unwrap(), expression, functions));
  if (schema instanceof z.ZodArray) return writeArray(schema, expression, functions);
  if (schema instanceof z.ZodObject) return writeObject(schema, expression, functions);
  return NO;
}

/** Lengths, ranges, formats and refinements are for the schema itself. */
function hasOwnChecks({ _zod: { def } }: z.core.$ZodType): boolean {
  return (def.checks !== undefined && def.checks.length > 0) || ('format' in def && def.format !== 'safeint');
}

function isIntegerSchema({ _zod: { def } }: z.core.$ZodType): boolean {
  return 'format' in def && def.format === 'safeint';
}

function writeOr(first: string, second: string): string {
  return second === NO ? NO : `(${first} || ${second})`;
}

function writeOneOf(values: readonly unknown[], expression: string): string {
  const isPlain = values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  return isPlain ? `(${values.map((value) => `${expression} === ${JSON.stringify(value)}`).join(' || ')})` : NO;
}

function writeArray(schema: z.ZodArray, expression: string, functions: string[]): string {
  const test = writeTest(schema.element, 'item', functions);
  if (test === NO) return NO;
  const name = addFunction(
    functions,
    `if (!Array.isArray(list)) return false; for (const item of list) if (!(${test})) return false; return true;`,
    'list',
  );
  return `${name}(${expression})`;
}

/** Every field conforms, and there is no field that the schema would cut off. */
function writeObject(schema: z.ZodObject, expression: string, functions: string[]): string {
  const { catchall } = schema.def;
  const isOpen = catchall instanceof z.ZodUnknown;
  if (catchall !== undefined && !isOpen) return NO;
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    label: JSON.stringify(name),
    test: writeTest(field, `object[${JSON.stringify(name)}]`, functions),
  }));
  if (fields.some(({ test }) => test === NO)) return NO;
  const cases = fields.map(({ label }) => `case ${label}:`).join(' ');
  const closed = isOpen ? '' : `for (const name in object) switch (name) { default: return false; ${cases} }`;
  const tests = ['typeof object === "object"', 'object !== null', '!Array.isArray(object)', ...fields.map(({ test }) => test)];
  return `${addFunction(functions, `if (!(${tests.join(' && ')})) return false; ${closed} return true;`, 'object')}(${expression})`;
}

function addFunction(functions: string[], body: string, parameter: string): string {
  const name = `conforms${functions.length}`;
  functions.push(`function ${name}(${parameter}) { ${body} }`);
  return name;
}
