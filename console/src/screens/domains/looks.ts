import type { GetDomainsByDomainBacklinksChangesResponse } from '../../../../clients/typescript/src/index.ts';
import { formatDay } from '../../data/format.ts';

type Look = GetDomainsByDomainBacklinksChangesResponse['look'];

const ENDS = {
  looked: '',
  unknown_domain: 'the provider does not know this domain',
  over_budget: 'a budget had no room',
  failed: 'it did not come to an end',
} as const;

/** When new and lost links were last looked for, and of what time their counts are. */
export function describeLook({ status, from, until, ...last }: Look, since: string): string {
  return [toSpan({ status, from, until }, since), toLastTry(last)].filter((part) => part !== '').join(' ');
}

function toSpan({ status, from, until }: Pick<Look, 'status' | 'from' | 'until'>, since: string): string {
  if (from === null || until === null)
    return `Not looked for since ${formatDay(since)}: nothing is known of that time. The weekly job looks.`;
  const span = `New and lost from ${formatDay(from)} to ${formatDay(until)}, when it was last looked for.`;
  return status === 'looked' ? span : `${span} Nothing is known of the time before and after.`;
}

function toLastTry({
  last_attempt_at: at,
  last_outcome: outcome,
  last_message: message,
}: Pick<Look, 'last_attempt_at' | 'last_outcome' | 'last_message'>): string {
  if (at === null || outcome === null || outcome === 'looked') return '';
  return `The look of ${formatDay(at)} brought nothing: ${message ?? ENDS[outcome]}`;
}
