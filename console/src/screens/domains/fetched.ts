import type { GetDomainsByDomainBacklinksChangesResponse, GetDomainsByDomainSummaryResponse } from '#client';
import { capitalize } from '#data/words.ts';
import { formatCount, formatDay } from '#data/format.ts';
import type { Looked } from '#data/looked.ts';

export type Known = Pick<GetDomainsByDomainSummaryResponse, 'onboard_status' | 'onboard_error' | 'missing'>;
export type Part = Known['missing'][number];

/** Properties of a tab of a domain. */
export interface OfDomain {
  readonly domain: string;
  /** State of its fetching: says what an empty list means. */
  readonly known: Known;
}

/** What is fetched of a domain, in words. */
export const PARTS: Readonly<Record<Part, string>> = {
  backlinks: 'backlinks',
  referring_domains: 'referring domains',
  keywords: 'ranked keywords',
  summary: 'link figures',
  history: 'weeks of links',
  properties: 'other places of the brand',
};

/** How far a part of a domain was fetched. What ended with all that was asked for counts as fetched, whatever there is beyond it. */
export function lookAtPart({ onboard_status: status, onboard_error: error, missing }: Known, part: Part): Looked {
  if (!missing.includes(part)) return { state: 'whole' };
  // A domain that a budget refused stays pending, with the reason.
  if (status === 'failed' || error !== null) return { state: 'failed', reason: error === null ? null : capitalize(error) };
  return { state: status === 'in_progress' ? 'running' : 'never' };
}

/** The same of several parts that something is made of: how the first stands that was not fetched whole. */
export function lookAtParts(known: Known, parts: readonly Part[]): Looked {
  return parts.map((part) => lookAtPart(known, part)).find(({ state }) => state !== 'whole') ?? { state: 'whole' };
}

type List = GetDomainsByDomainBacklinksChangesResponse['knowledge']['referring_domains'];

/** How much of a list is stored by name, of all that there is: `100 of 3,144 referring domains are listed by name, fetched on ...`. */
export function describeStored({ stored, rows_total: total, is_whole: isWhole, status, fetched_at: at }: List, things: string): string {
  if (status === null) return `The ${things} have not been fetched.`;
  if (status === 'running') return `The ${things} are being fetched: ${formatCount(stored)} so far.`;
  if (status === 'failed' && stored === 0) return `The ${things} could not be fetched.`;
  const day = at === null ? '' : `, fetched on ${formatDay(at)}`;
  if (isWhole) return `All ${formatCount(stored)} ${things} are listed by name${day}.`;
  const all = total === null ? 'an unknown number of' : formatCount(total);
  return `${formatCount(stored)} of ${all} ${things} are listed by name${day}.`;
}
