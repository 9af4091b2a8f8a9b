/** Reading what came as JSON, of which nothing is certain. */

export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/** An object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : NOTHING;
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Without blanks around it; undefined when it is empty or no text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A number of the store, which it writes as a number or as text; longer ones do not fit 32 bits. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : undefined;
  return typeof value === 'string' && /^\d{1,20}$/u.test(value) ? value : undefined;
}

/** Whether a shelf is left empty, to be loaded later from where we do not read. */
export function isDeferred(shelf: unknown): boolean {
  const { items, url } = fieldsOf(shelf);
  return listOf(items)?.length === 0 && textOf(url) !== undefined;
}

/** ISO, or as a script writes a date: `Tue Sep 08 2026 17:40:58 GMT+0000 (Coordinated Universal Time)`. */
export function dateOf(value: unknown): Date | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** A web address. */
export function urlOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^https?:\/\//u.test(text) ? text : undefined;
}

/** Notes by name what an answer lacks. */
export interface FieldCheck {
  /** Gives the value on, and notes its name when there is none. */
  need<Value>(name: string, value: Value | undefined): Value | undefined;
  readonly missing: ReadonlySet<string>;
}

export function makeFieldCheck(): FieldCheck {
  const missing = new Set<string>();
  return {
    missing,
    need: (name, value) => {
      if (value === undefined) missing.add(name);
      return value;
    },
  };
}

/** What every answer has was not there. A parser knows neither the address nor the service: its caller says them. */
export class MissingFieldsError extends Error {
  readonly missing: readonly string[];
  /** The answer broke off in the middle. */
  readonly isCut: boolean;

  constructor(missing: Iterable<string>, isCut = false) {
    const names = [...missing];
    super(`${isCut ? 'the answer breaks off: ' : ''}missing ${names.join(', ')}`);
    this.name = 'MissingFieldsError';
    this.missing = names;
    this.isCut = isCut;
  }
}

/** The answer is good, and is not for what was asked. */
export class WrongAnswerError extends Error {
  readonly reason: 'wrong_storefront' | 'removed';

  constructor(reason: 'wrong_storefront' | 'removed', message: string) {
    super(message);
    this.name = 'WrongAnswerError';
    this.reason = reason;
  }
}
