import { isAccepted } from './ask-once.ts';
import { formatCount } from '../format.ts';

/** What has become of an action by the time that it is answered. */
export interface CameOf {
  /** `refused`: it was not tried, for want of a budget for example. */
  readonly state: 'done' | 'started' | 'failed' | 'refused';
  /** Why it is not done, in words. */
  readonly reason?: string | undefined;
  /** How many are not done, where some are: `3 of 10`. */
  readonly part?: string | undefined;
}

/** As services answer: what was asked for, one by one or together, and what goes on. */
interface Answer {
  readonly success?: boolean;
  readonly status?: string | null;
  readonly onboard_status?: string;
  readonly onboard_error?: string | null;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly results?: readonly Row[];
  readonly failed_keywords?: number;
  readonly total_keywords?: number;
  readonly workflow_id?: string | null;
  readonly workflow_ids?: readonly string[];
  readonly queued?: unknown;
  readonly running?: unknown;
  readonly onboarding?: { readonly started?: boolean };
  readonly orchestration?: unknown;
  /** What the workflow gave at its end. */
  readonly output?: Reading | null;
  readonly serp_tracking?: { readonly workflow_id?: string | null; readonly workflow_ids?: readonly string[] };
}

interface Reading {
  readonly apps_failed?: number;
  readonly charts_failed?: number;
  readonly charts_read?: number;
  readonly is_over_budget?: boolean;
  readonly reason?: string | null;
}

interface Row {
  readonly success?: boolean;
  readonly status?: string | null;
  readonly error?: string | null;
  readonly reason?: string | null;
}

const GOES_ON: ReadonlySet<string> = new Set(['queued', 'pending', 'processing', 'running', 'in_progress', 'harvesting_keywords']);
const ENDED_WELL: ReadonlySet<string> = new Set(['complete', 'completed', 'awaiting_category_confirmation']);
const ENDED_BADLY: ReadonlySet<string> = new Set(['failed', 'terminated', 'skipped']);

/** What the answer to an action says of it: an answer of 200 can hold failures, and can say that it has only begun. */
export function readCameOf(answer: unknown): CameOf {
  if (typeof answer !== 'object' || answer === null) return { state: 'done' };
  const said = answer as Answer;
  if (said.status === 'failed') return { state: 'failed', reason: toReason(said) };
  return readFailure(said) ?? { state: goesOn(said) ? 'started' : 'done' };
}

/** What is said of the end of something that was begun; undefined where nothing is said of an end. */
export function readEnd(answer: unknown): CameOf | 'goes on' | undefined {
  const said = answer as Answer;
  const status = said.onboard_status ?? said.status ?? '';
  // A domain that a budget refused waits for another order, with the reason.
  if (typeof said.onboard_error === 'string') return { state: 'failed', reason: said.onboard_error };
  if (GOES_ON.has(status)) return 'goes on';
  if (ENDED_BADLY.has(status)) return readFailure(said) ?? { state: 'failed', reason: toReason(said) };
  return ENDED_WELL.has(status) ? (readFailure(said) ?? readReading(said.output) ?? { state: 'done' }) : undefined;
}

/** The failures within a completed reading of apps. */
function readReading(output: Answer['output']): CameOf | undefined {
  const { apps_failed: apps = 0, charts_failed: failed = 0, charts_read: read = 0, is_over_budget: isRefused, reason } = output ?? {};
  const why = reason ?? undefined;
  if (apps > 0) return { state: isRefused === true ? 'refused' : 'failed', reason: why };
  return failed > 0 ? { state: 'failed', reason: why, part: `${formatCount(failed)} of ${formatCount(failed + read)} charts` } : undefined;
}

function readFailure(said: Answer): CameOf | undefined {
  const { results = [] } = said;
  const bad = results.filter(isBad);
  const count = said.failed_keywords ?? bad.length;
  const of = said.total_keywords ?? results.length;
  if (count > 0) {
    const state = bad.length > 0 && bad.every(({ status }) => status === 'skipped') ? 'refused' : 'failed';
    return { state, reason: bad[0] && toReason(bad[0]), ...(of > 1 && { part: `${formatCount(count)} of ${formatCount(of)}` }) };
  }
  return said.success === false && results.length === 0 ? { state: 'failed', reason: toReason(said) } : undefined;
}

/** A place of several that was not read, or was left out. */
function isBad({ success, status }: Row): boolean {
  return status === 'failed' || status === 'skipped' || (success === false && status !== undefined && status !== 'pending');
}

function toReason(said: Answer | Row): string | undefined {
  const { error, reason, message, onboard_error: onboardError } = said as Answer & { readonly reason?: unknown };
  return [onboardError, error, message, reason].find((text): text is string => typeof text === 'string' && text !== '');
}

function goesOn(said: Answer): boolean {
  const { status, onboarding, orchestration, serp_tracking: checks } = said;
  if (onboarding !== undefined) return onboarding.started === true;
  if (typeof status === 'string') return GOES_ON.has(status);
  return (
    isAccepted(said) ||
    [said, orchestration, checks].some((one) => namesWork(one as Answer | undefined)) ||
    isSome(said.queued) ||
    isSome(said.running)
  );
}

function namesWork(one: Pick<Answer, 'workflow_id' | 'workflow_ids'> | null | undefined): boolean {
  return typeof one?.workflow_id === 'string' || (one?.workflow_ids?.length ?? 0) > 0;
}

function isSome(count: unknown): boolean {
  return typeof count === 'number' && count > 0;
}

/** Whether it did not come to a good end. */
export function isBadEnd({ state }: CameOf): boolean {
  return state === 'failed' || state === 'refused';
}

/** Why it did not: `3 of 10 failed. The provider refused.` */
export function sayWhy({ state, part, reason = 'No reason was given.' }: CameOf): string {
  if (part !== undefined) return `${part} ${state === 'refused' ? 'were left out' : 'failed'}. ${reason}`;
  return state === 'refused' ? reason : `Failed: ${reason}`;
}

/** @throws Error with the reason, when an answer says that what was asked for failed or was refused */
export function assertWell<Done>(done: Done, cameOf: (done: Done) => CameOf = readCameOf): Done {
  const came = cameOf(done);
  if (isBadEnd(came)) throw new Error(sayWhy(came));
  return done;
}

/** `Check 10 keywords now: done` */
export function sayCameOf(title: string, came: CameOf): string {
  if (!isBadEnd(came)) return `${title}: ${came.state}`;
  return came.part === undefined && came.state === 'failed'
    ? `${title} ${sayWhy(came).replace('Failed', 'failed')}`
    : `${title}: ${sayWhy(came)}`;
}
