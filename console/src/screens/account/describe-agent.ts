const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** What a browser called itself, in two words; what is not known is shown as it was sent. */
export function describeAgent(agent: string | null): string {
  if (agent === null || agent === '') return 'Unknown';
  const find = (names: readonly (readonly [string, string])[]): string | undefined => names.find(([part]) => agent.includes(part))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser === undefined) return agent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
