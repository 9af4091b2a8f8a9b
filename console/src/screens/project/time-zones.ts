/** Every zone that the browser knows, with UTC and the present one, which it may not know. */
export function listTimeZones(present: string): string[] {
  return [...new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')])];
}
