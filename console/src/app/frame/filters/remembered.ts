import { pickFilters } from '#app/filters.ts';

/** What was remembered, as far as a screen can follow it. What cannot be read is nothing. */
export function readRemembered(text: string | undefined, shape: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text ?? '{}');
    const known = pickFilters(typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {});
    return Object.fromEntries(Object.entries(known).filter(([name]) => name in shape));
  } catch {
    return {};
  }
}
