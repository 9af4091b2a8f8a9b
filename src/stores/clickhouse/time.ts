/** An instant as ClickHouse reads it, in UTC with milliseconds. */
export function toClickHouseTime(instant: Date): string {
  return instant.toISOString().replace('T', ' ').slice(0, -1);
}
