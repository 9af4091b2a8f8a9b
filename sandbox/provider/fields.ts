/** What a field of a request may hold; one rule per field, a closed list per operation. */
export type FieldRule =
  | { readonly type: 'text'; readonly lengthMax?: number; readonly oneOf?: readonly string[] }
  | { readonly type: 'integer' | 'number'; readonly min?: number; readonly max?: number }
  | { readonly type: 'flag' }
  | { readonly type: 'texts' | 'objects' | 'list'; readonly countMax?: number };

export interface FieldRules {
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly required: readonly string[];
  /** Groups of which at least one field must be there. */
  readonly requireOneOf: readonly (readonly string[])[];
}

export interface FieldFault {
  readonly code: 40_501 | 40_506;
  readonly message: string;
}

/** The first thing wrong with a task: unknown fields before bad and missing ones, as the vendor has it. */
export function findFault(rules: FieldRules, task: Readonly<Record<string, unknown>>): FieldFault | undefined {
  const unknown = Object.keys(task).filter((name) => !Object.hasOwn(rules.fields, name));
  if (unknown.length > 0) return { code: 40_506, message: `Unknown Fields in POST Data: '${unknown.join("', '")}'.` };
  for (const [name, rule] of Object.entries(rules.fields)) {
    const value = task[name];
    if (value !== undefined && value !== null && !isAllowed(rule, value)) return badField(name);
  }
  const missing = rules.required.find((name) => isMissing(task[name]));
  if (missing !== undefined) return badField(missing);
  const group = rules.requireOneOf.find((names) => names.every((name) => isMissing(task[name])));
  return group === undefined ? undefined : badField(group[0] ?? '');
}

function badField(name: string): FieldFault {
  return { code: 40_501, message: `Invalid Field: '${name}'.` };
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isAllowed(rule: FieldRule, value: unknown): boolean {
  switch (rule.type) {
    case 'text':
      return typeof value === 'string' && value.length <= (rule.lengthMax ?? Infinity) && (rule.oneOf?.includes(value) ?? true);
    case 'integer':
      return Number.isInteger(value) && isWithin(rule, value as number);
    case 'number':
      return typeof value === 'number' && isWithin(rule, value);
    case 'flag':
      return typeof value === 'boolean';
    case 'texts':
      return isList(value, rule.countMax) && value.every((entry) => typeof entry === 'string');
    case 'list':
      return isList(value, rule.countMax);
    case 'objects':
      return isList(value, rule.countMax) && value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry));
  }
}

function isWithin(bounds: { readonly min?: number; readonly max?: number }, value: number): boolean {
  return value >= (bounds.min ?? -Infinity) && value <= (bounds.max ?? Infinity);
}

function isList(value: unknown, countMax = Infinity): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= countMax;
}
