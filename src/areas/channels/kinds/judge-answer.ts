import { SECOND_MS } from '#kernel/durations.ts';
import { toLine } from '#kernel/text.ts';
import type { ChannelAnswer, Verdict } from './channel-kind.ts';

const GONE = 410;
const TRIED_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

/** What the status of an answer means to most receivers: 2xx is taken, 4xx never will be but for 408, 425 and 429, 410 ends the channel. */
export function judgeAnswer({ status, headers }: Pick<ChannelAnswer, 'status' | 'headers'>): Verdict {
  if (status >= 200 && status < 300) return { is: 'taken' };
  const error = `the receiver answered with HTTP status ${status}`;
  if (status === GONE) return { is: 'gone', error: 'the receiver wants no more messages (410)' };
  if (status >= 300 && status < 400) return { is: 'never', error: `the receiver redirects (${status}), and redirects are not followed` };
  if (status >= 400 && status < 500 && !TRIED_AGAIN.has(status)) return { is: 'never', error };
  return { is: 'again', error, retryAfterMs: toRetryAfterMs(headers) };
}

const REASON_LENGTH_MAX = 120;

/** Adds what the receiver itself says of a failure. */
export function withReason(verdict: Verdict, reason: string | undefined): Verdict {
  const text = reason === undefined ? '' : toLine(reason, REASON_LENGTH_MAX);
  return verdict.is === 'taken' || verdict.is === 'gone' || text === '' ? verdict : { ...verdict, error: `${verdict.error}: ${text}` };
}

/** Of seconds, or of an HTTP date by the receiver's own clock; undefined when it is neither. */
export function toRetryAfterMs(headers: ChannelAnswer['headers']): number | undefined {
  const text = first(headers['retry-after'])?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}(?:\.\d{1,3})?$/u.test(text)) return Math.ceil(Number(text) * SECOND_MS);
  const waitMs = Date.parse(text) - Date.parse(first(headers['date']) ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
