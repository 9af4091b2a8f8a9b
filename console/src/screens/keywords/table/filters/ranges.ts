import * as v from 'valibot';

/** `4..20`, `..10`, `100..`. */
const RANGE = String.raw`-?\d*(\.\d+)?\.\.-?\d*(\.\d+)?`;
export const rangeText = v.pipe(v.string(), v.regex(new RegExp(`^${RANGE}$`, 'u')));

/** Reads `4..20`; an open end is infinite. */
export function parseRange(value: string | undefined): readonly [number, number] | undefined {
  if (!value || value === '..') return undefined;
  const [from = '', to = ''] = value.split('..');
  return [from === '' ? -Infinity : Number(from), to === '' ? Infinity : Number(to)];
}

const DOMAIN_LENGTH_MAX = 253;
const COMPETITORS_MAX = 20;

/** Where competitors stand: `rival.org 1..10` for each. */
export const competitorRanges = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(2 * DOMAIN_LENGTH_MAX), v.regex(new RegExp(String.raw`^[^\s]+ ${RANGE}$`, 'u')))),
  v.maxLength(COMPETITORS_MAX),
);

/** The range of a competitor among these, as `4..20`. */
export function findCompetitorRange(ranges: readonly string[] | undefined, domain: string): string | undefined {
  return ranges?.find((one) => one.startsWith(`${domain} `))?.slice(domain.length + 1);
}

/** The same with another range of a competitor, or without any; undefined when none is left. */
export function changeCompetitorRange(
  ranges: readonly string[] | undefined,
  domain: string,
  range: string | undefined,
): string[] | undefined {
  const others = (ranges ?? []).filter((one) => !one.startsWith(`${domain} `));
  const changed = range === undefined ? others : [...others, `${domain} ${range}`];
  return changed.length === 0 ? undefined : changed;
}
