/** Epoch milliseconds as ISO 8601. */
export function toInstant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
