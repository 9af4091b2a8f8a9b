import type { SearchConsoleDay, SearchConsoleSync } from '#client';
import { formatInstant, formatPlural } from '#data/format.ts';

/** Why a sign-in at Google came to nothing, and the one thing to do. */
const SIGN_IN_FAULTS: Readonly<Record<string, string>> = {
  denied: 'Access was refused on the page of Google. Sign in again and allow it.',
  wrong_scope: 'Access was granted without the right to read Search Console data. Sign in again, and leave its box ticked.',
  client_refused:
    'Google does not take the OAuth client of this service. An operator compares SEARCH_CONSOLE_CLIENT_ID and SEARCH_CONSOLE_CLIENT_SECRET with the client in the Google Cloud console.',
};

export function sayFault(fault: string): string {
  return SIGN_IN_FAULTS[fault] ?? 'The sign-in at Google came to nothing. Sign in again.';
}

export const STATE_WORDS: Readonly<Record<SearchConsoleDay['state'], string>> = {
  final: 'Final',
  partial: 'Google counts on',
  failed: 'Failed',
  missing: 'Not read',
};

/** How the reading goes, in one sentence. */
export function saySync({ status, paused_until: until, days_due: due, days_done: done }: SearchConsoleSync): string {
  switch (status) {
    case 'waiting':
      return 'It waits for its turn.';
    case 'running':
      return due === 0 ? 'It is being read.' : `It is being read: ${done} of ${formatPlural(due, 'day')}.`;
    case 'paused':
      return until === null ? 'It pauses.' : `It pauses until ${formatInstant(until)} UTC, and goes on by itself.`;
    case 'failing':
      return 'Google refuses to be read.';
    case 'idle':
      return 'It is read again each day after noon.';
  }
}

/** Which days are there, and which are not. */
export function sayCoverage({ coverage }: SearchConsoleSync): string {
  const { final, partial, failed, missing, cut, from, to } = coverage;
  const parts = [
    `${formatPlural(final, 'day')} final`,
    ...(partial === 0 ? [] : [`${partial} that Google counts on`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(missing === 0 ? [] : [`${missing} not read`]),
    ...(cut === 0 ? [] : [`${cut} with more rows than Google gives`]),
  ];
  return `${from} to ${to}: ${parts.join(', ')}.`;
}
