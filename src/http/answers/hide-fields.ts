import type { Caller } from '../caller.ts';
import { HIDDEN_FIELDS } from '../rights.ts';

export type IsHidden = (name: string) => boolean;

/** Whether a field's name is of those that the caller is not shown; undefined for who is shown all of them. */
export function makeIsHidden({ hides = [] }: Pick<Caller, 'hides'>): IsHidden | undefined {
  if (hides.length === 0) return undefined;
  const patterns = hides.map((group) => HIDDEN_FIELDS[group]);
  const known = new Map<string, boolean>();
  return (name) => {
    let isHidden = known.get(name);
    if (isHidden === undefined) known.set(name, (isHidden = patterns.some((pattern) => pattern.test(name))));
    return isHidden;
  };
}

/** A copy without the hidden fields, at every depth. Objects whose keys are data and no names (days, labels) keep what no pattern means. */
export function withoutHidden(value: unknown, isHidden: IsHidden): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutHidden(one, isHidden));
  if (value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (isHidden(name) ? [] : [[name, withoutHidden(field, isHidden)] as const])),
  );
}
