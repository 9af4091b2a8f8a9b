import type { GetDomainsByDomainBacklinksChangesResponse } from '#client';
import { formatDay } from '#data/format.ts';

type Look = GetDomainsByDomainBacklinksChangesResponse['look'];

const ENDS = {
  looked: '',
  unknown_domain: 'the provider does not know this domain',
  over_budget: 'a budget did not allow it',
  failed: 'it did not finish',
} as const;

/** When new and lost links were last looked for, and of what time their counts are. */
export function describeLook({ status, from, until, ...last }: Look, since: string): string {
  return [toSpan({ status, from, until }, since), toLastTry(last)].filter((part) => part !== '').join(' ');
}

function toSpan({ status, from, until }: Pick<Look, 'status' | 'from' | 'until'>, since: string): string {
  if (from === null || until === null)
    return `Not checked since ${formatDay(since)}: nothing is known about that time. The weekly job checks.`;
  const span = `New and lost from ${formatDay(from)} to ${formatDay(until)}, the last check.`;
  return status === 'looked' ? span : `${span} Nothing is known about the time before and after.`;
}

function toLastTry({
  last_attempt_at: at,
  last_outcome: outcome,
  last_message: message,
}: Pick<Look, 'last_attempt_at' | 'last_outcome' | 'last_message'>): string {
  if (at === null || outcome === null || outcome === 'looked') return '';
  return `The check on ${formatDay(at)} returned nothing: ${message ?? ENDS[outcome]}`;
}
