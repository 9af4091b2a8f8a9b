import { z } from 'zod';
import { documentedAs, toJsonSchema, type JsonSchema } from './input/json-schema.ts';

/**
 * The fields that requests are made of, so that every endpoint reads them alike (docs/spec-gaps.md, wire
 * rules 2 to 4). The first half reads text: query and path parameters arrive as strings, and `""`,
 * `1e3` or a parameter given twice never become a number. The second half reads JSON bodies, where
 * a number must be a number.
 *
 * Messages complete a sentence that begins with the field's name ("must be ..."), a missing field
 * reads `<field> is required`; `problems.ts` writes both.
 */

export const NAME_LENGTH_MAX = 200;
export const DESCRIPTION_LENGTH_MAX = 2000;
const ID_LENGTH_MAX = 200;
const INTEGER_MAX = 2_147_483_647;

const INTEGER_PATTERN = /^-?\d{1,15}$/u;
const NUMBER_PATTERN = /^-?\d{1,15}(?:\.\d{1,15})?$/u;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/u;
/** Those that turn the direction of writing are among them: a name with one is shown as another name. */
const CONTROL_PATTERN = /[\p{Cc}\p{Bidi_Control}]/u;

const NO_CONTROL = 'must not contain control characters';

// Endpoints share these: each of a thousand would hold 4 kB.
const ID_FIELD = z.string().min(1).max(ID_LENGTH_MAX).refine(hasNoControl, NO_CONTROL);
/** By the most characters. */
const NAME_FIELDS = new Map<number, z.ZodString>();

interface Range {
  readonly min?: number;
  readonly max?: number;
}

// ---- query and path parameters

/** Rows of one page, 1 to `max`. */
export function limitField(defaultLimit: number, max: number) {
  return integerParam({ min: 1, max }).default(defaultLimit);
}

/** Rows to leave out. */
export function offsetField() {
  return integerParam({ min: 0 }).default(0);
}

/** A whole number in decimal digits. */
export function integerParam({ min = 0, max = INTEGER_MAX }: Range = {}) {
  return fromText<number>({
    jsonSchema: { type: 'integer', minimum: min, maximum: max },
    message: `must be a whole number from ${min} to ${max}`,
    read: (text) => within(INTEGER_PATTERN.test(text) ? Number(text) : Number.NaN, min, max),
  });
}

/** A number in decimal digits, with or without a fraction. */
export function numberParam({ min = 0, max = INTEGER_MAX }: Range = {}) {
  return fromText<number>({
    jsonSchema: { type: 'number', minimum: min, maximum: max },
    message: `must be a number from ${min} to ${max}`,
    read: (text) => within(NUMBER_PATTERN.test(text) ? Number(text) : Number.NaN, min, max),
  });
}

/** `true` or `false`; `1` and `0` are accepted too. */
export function booleanParam() {
  return fromText<boolean>({
    jsonSchema: { type: 'boolean' },
    message: 'must be true or false',
    read: (text) => BOOLEAN_TEXTS.get(text.toLowerCase()),
  });
}

/** A map: every object has `constructor` and its like, which callers may send. */
const BOOLEAN_TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** A calendar day `YYYY-MM-DD` that exists; stays text. */
export function dayParam() {
  return fromText<string>({
    jsonSchema: { type: 'string', format: 'date' },
    message: 'must be a date like 2026-01-31',
    read: (text) => (toInstant(text) && DAY_PATTERN.test(text) ? text : undefined),
  });
}

/** For `refine` of a span whose days may be left out: the last one is not before the first. */
export function inOrder<First extends string, Last extends string>(first: First, last: Last) {
  const isInOrder = (span: Readonly<Partial<Record<First | Last, string | undefined>>>): boolean => {
    const [from, to] = [span[first], span[last]];
    return from === undefined || to === undefined || from <= to;
  };
  const refusal: { readonly path: PropertyKey[]; readonly message: string } = { path: [last], message: `must not be before ${first}` };
  return [isInOrder, refusal] as const;
}

/** A moment: ISO 8601 with a time zone, or a day (its first moment in UTC). Gives a `Date`. */
export function instantParam() {
  return fromText<Date>({
    jsonSchema: { type: 'string', format: 'date-time' },
    message: 'must be a time like 2026-01-31T10:00:00Z or a date like 2026-01-31',
    read: toInstant,
  });
}

/** Several values: separated by commas, or the parameter given several times. Empty parts are left out. */
export function listParam<Item extends z.ZodType<unknown, string>>(item: Item, max = 100) {
  const schema = z
    .union([z.string(), z.array(z.string())])
    .transform((raw) => (Array.isArray(raw) ? raw : [raw]).flatMap((text) => text.split(',')).flatMap((text) => text.trim() || []))
    .pipe(z.array(item).min(1).max(max));
  documentedAs.add(schema, { jsonSchema: { type: 'array', items: toJsonSchema(item, 'input'), maxItems: max } });
  return schema;
}

/** An id as it stands in a path, query or body. Whether it exists is for the verb to say (404). */
export function idField() {
  return ID_FIELD;
}

// ---- bodies (text fields serve the query too)

/** One line of text: trimmed, not empty, at most `max` characters, no control characters. */
export function nameField(max: number = NAME_LENGTH_MAX) {
  const field = NAME_FIELDS.get(max) ?? z.string().trim().min(1).max(max).refine(hasNoControl, NO_CONTROL);
  NAME_FIELDS.set(max, field);
  return field;
}

/** Free text of several lines; only NUL is refused (everywhere, by the engine). */
export function descriptionField(max: number = DESCRIPTION_LENGTH_MAX) {
  return z.string().max(max);
}

/** A whole number in a JSON body; text such as `"5"` is refused. */
export function integerField({ min = 0, max = INTEGER_MAX }: Range = {}) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .int({ error: (issue) => (issue.input === undefined ? undefined : message) })
    .min(min, message)
    .max(max, message);
}

/**
 * A list of a JSON body with `min` to `max` entries. Its length is checked before any entry is, so
 * that a list that is too long costs nothing and gives one problem.
 */
export function listField<Item extends z.ZodType>(item: Item, { min, max }: { readonly min?: number; readonly max: number }) {
  const entries = z.array(item).max(max);
  return z.preprocess(
    (raw, context) => {
      if (!Array.isArray(raw) || raw.length <= max) return raw;
      context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: raw });
      return z.NEVER;
    },
    min === undefined ? entries : entries.min(min),
  );
}

/** A moment in a JSON body: ISO 8601 with a time zone. Gives a `Date`. */
export function instantField() {
  const schema = z.iso.datetime({ offset: true, error: 'must be a time like 2026-01-31T10:00:00Z' }).transform((text) => new Date(text));
  documentedAs.add(schema, { jsonSchema: { type: 'string', format: 'date-time' } });
  return schema;
}

/** For areas' own text fields: whether a text is free of control characters. */
export function hasNoControl(text: string): boolean {
  return !CONTROL_PATTERN.test(text);
}

interface TextReading<Value> {
  readonly jsonSchema: JsonSchema;
  readonly message: string;
  /** The value, or `undefined` when the text is none. */
  readonly read: (text: string) => Value | undefined;
}

function fromText<Value>({ jsonSchema, message, read }: TextReading<Value>) {
  const schema = z
    .string({ error: (issue) => (Array.isArray(issue.input) ? 'must be given once' : undefined) })
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message, input: text });
      return z.NEVER;
    });
  documentedAs.add(schema, { jsonSchema });
  return schema;
}

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

const IsoInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function toInstant(text: string): Date | undefined {
  return IsoInstant.safeParse(text).success ? new Date(text) : undefined;
}

/** For `z.preprocess`: gives a field that is missing the value of the first alias that is there. */
export function fillFrom(field: string, aliases: readonly string[]): (raw: unknown) => unknown {
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Reflect.get(raw, field) !== undefined) return raw;
    const alias = aliases.find((name) => Reflect.get(raw, name) !== undefined);
    return alias === undefined ? raw : { ...raw, [field]: Reflect.get(raw, alias) };
  };
}
