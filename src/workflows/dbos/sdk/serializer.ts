import type { DBOSConfig } from '@dbos-inc/dbos-sdk';

const DATE = '$date';
const UNDEFINED = '{"$undefined":true}';

/**
 * How inputs, step results and outputs are stored: plain JSON that keeps dates. Several times faster
 * than the SDK's own on large step results. What JSON would silently change or lose (maps, sets, big
 * integers, NaN) is refused, so that a step gives the same value when it is replayed.
 * @throws TypeError when a value cannot be stored as it is
 */
export const serializer: NonNullable<DBOSConfig['serializer']> = {
  name: () => 'sightline_json',
  stringify: (value) => (value === undefined ? UNDEFINED : JSON.stringify(value, replace)),
  parse: (text) => parseStored(text),
};

/** The value of a stored text; `undefined` for none. */
export function parseStored(text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === UNDEFINED) return undefined;
  return text.includes(`"${DATE}"`) ? JSON.parse(text, revive) : JSON.parse(text);
}

/** `JSON.stringify` gives a date's text as `value`; the date itself still stands in `this`. */
function replace(this: unknown, key: string, value: unknown): unknown {
  switch (typeof value) {
    case 'string': {
      const original = (this as Record<string, unknown>)[key];
      return original instanceof Date ? { [DATE]: value } : value;
    }
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${key}: ${value} cannot be stored`);
      return value;
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new TypeError(`${key}: a ${typeof value} cannot be stored`);
    default:
      if (value instanceof Map || value instanceof Set) throw new TypeError(`${key}: a map or set cannot be stored`);
      return value;
  }
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(DATE in value)) return value;
  const text = value[DATE];
  return typeof text === 'string' && Object.keys(value).length === 1 ? new Date(text) : value;
}
