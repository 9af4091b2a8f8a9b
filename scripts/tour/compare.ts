const ITEMS_SHOWN = 2;

/**
 * How a real answer differs from the printed one. Ids, dates, positions and prices may differ; a
 * printed field that is missing, or of another type, may not. Fields that are not printed are left out
 * of the comparison, and of a list only the printed items count.
 */
export function findDifferences(printed: unknown, real: unknown, path = ''): string[] {
  if (Array.isArray(printed)) {
    if (!Array.isArray(real)) return [`${path}: printed as a list, and is ${typeName(real)}`];
    if (printed.length > real.length) return [`${path}: ${printed.length} items are printed, and there are ${real.length}`];
    return printed.flatMap((item, at) => findDifferences(item, real[at], `${path}[${at}]`));
  }
  if (isRecord(printed)) {
    if (!isRecord(real)) return [`${path}: printed as an object, and is ${typeName(real)}`];
    return Object.entries(printed).flatMap(([key, value]) =>
      key in real ? findDifferences(value, real[key], `${path}.${key}`) : [`${path}.${key}: printed, and not in the answer`],
    );
  }
  if (printed === null || real === null) return [];
  if (typeof printed === 'boolean' || typeof real === 'boolean')
    return printed === real ? [] : [`${path}: ${JSON.stringify(printed)} is printed, and it is ${JSON.stringify(real)}`];
  return typeof printed === typeof real ? [] : [`${path}: printed as ${typeName(printed)}, and is ${typeName(real)}`];
}

/** The real answer cut down to the fields that are printed, with the first few items of each list. */
export function project(real: unknown, printed: unknown): unknown {
  if (Array.isArray(printed) && Array.isArray(real)) return real.slice(0, ITEMS_SHOWN).map((item) => project(item, printed[0]));
  if (!isRecord(printed) || !isRecord(real)) return real;
  return Object.fromEntries(Object.entries(printed).map(([key, value]) => [key, project(real[key], value)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a value of type ${typeof value}`;
}
