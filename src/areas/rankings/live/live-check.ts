import type { CheckSubject } from '../check.ts';

/**
 * Checks of tracked keywords that are read live. Their ids name the page and the reason: a day, or a run that
 * was forced or started by hand.
 */
export const LIVE_CHECK = 'serp-check';

const PREFIX = 'serp-tracking';

/** The same check of one day has one id for all callers. */
export function toLiveCheckId(subject: CheckSubject, day: string): string {
  return [PREFIX, toSubjectKey(subject), day].join(':');
}

/** A page in one text; no part of it holds a colon. */
export function toSubjectKey({ keywordId, engine, channel }: CheckSubject): string {
  return [keywordId, engine, channel].join(':');
}

/** The page that a live check reads, as `toSubjectKey` writes it. */
export function readSubjectKey(liveCheckId: string): string {
  return liveCheckId.split(':').slice(1, 4).join(':');
}
