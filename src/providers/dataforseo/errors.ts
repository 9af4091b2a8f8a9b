import { MINUTE_MS } from '#kernel/durations.ts';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { wasNeverSent } from '../http-errors.ts';
import type { ProviderTaskState } from '../search-data/account.ts';
import type { ProviderIdentity } from '../search-data/identity.ts';

export const SERVICE = 'dataforseo';

export const DATAFORSEO: ProviderIdentity = {
  name: SERVICE,
  title: 'DataForSEO',
  credentials: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  address: 'DATAFORSEO_BASE_URL',
  noCredentials: {
    message: 'DataForSEO credentials not configured',
    hint: 'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, or SANDBOX=1 to work with simulated data.',
  },
};

const GROUPS = ['ok', 'pending', 'no_data', 'request', 'not_found', 'auth', 'billing', 'rate', 'transient'] as const;
export type CodeGroup = (typeof GROUPS)[number];

/** What to do about a status code. */
export interface CodePolicy {
  readonly group: CodeGroup;
  readonly action: string;
}

const SIMULTANEOUS_WAIT_MS = 5_000;
const UPDATE_WAIT_MS = 2 * MINUTE_MS;

/** The provider's status codes by what they ask of us. Texts are never compared: they carry suffixes. */
const POLICIES: readonly (CodePolicy & { readonly codes: readonly number[] })[] = [
  { group: 'ok', action: 'use', codes: [20_000] },
  { group: 'ok', action: 'wait', codes: [20_100] },
  { group: 'pending', action: 'poll', codes: [40_601, 40_602] },
  { group: 'no_data', action: 'empty_result_billable', codes: [40_102] },
  { group: 'no_data', action: 'no_retry_billable', codes: [40_101] },
  { group: 'no_data', action: 'fix', codes: [40_405, 40_408] },
  {
    group: 'request',
    action: 'fix',
    codes: [40_000, 40_001, 40_002, 40_003, 40_004, 40_006, 40_406, 40_407, 40_501, 40_502, 40_503, 40_504, 40_506, 50_100],
  },
  { group: 'request', action: 'refresh_locations', codes: [40_505] },
  { group: 'not_found', action: 'fix', codes: [40_400, 40_401, 40_402] },
  { group: 'not_found', action: 'repost', codes: [40_403] },
  { group: 'not_found', action: 'vendor_sandbox_only', codes: [40_404] },
  { group: 'auth', action: 'stop', codes: [40_100, 40_104, 40_201, 40_204, 40_207] },
  { group: 'billing', action: 'stop', codes: [40_200, 40_210] },
  { group: 'billing', action: 'stop_until_next_day', codes: [40_203] },
  { group: 'rate', action: 'backoff_next_minute', codes: [40_202] },
  { group: 'rate', action: 'reduce_concurrency', codes: [40_209] },
  { group: 'rate', action: 'stop_duplicate', codes: [40_205, 40_206] },
  { group: 'transient', action: 'resubmit', codes: [40_103] },
  { group: 'transient', action: 'retry', codes: [50_000, 50_001, 50_301] },
  { group: 'transient', action: 'retry_minutes', codes: [50_303, 50_304] },
  { group: 'transient', action: 'retry_once_or_queue', codes: [50_401] },
  { group: 'transient', action: 'retry_later', codes: [50_402] },
];

export const CODE_POLICIES: ReadonlyMap<number, CodePolicy> = new Map(
  POLICIES.flatMap(({ codes, ...policy }) => codes.map((code) => [code, policy] as const)),
);

/** The engine said that nothing matches the search: an answer, and charged as one. */
export const NO_SEARCH_RESULTS = 40_102;

/** A field of the task is not acceptable; the message names it. */
export const INVALID_FIELD = 40_501;

/** The task stands in the queue. */
const IN_QUEUE = 40_602;

export function isNotDoneYet({ code = 0 }: Pick<OutsideError, 'code'>): boolean {
  return policyOf(code).group === 'pending';
}

/** What a status code says of a task in the provider's record. */
export function toTaskStatus(code: number | null): ProviderTaskState['status'] {
  if (code === null) return 'unknown';
  const { group } = policyOf(code);
  if (group === 'pending') return code === IN_QUEUE ? 'pending' : 'processing';
  return group === 'ok' ? 'completed' : 'failed';
}

/** What a code asks of us; unknown ones by their leading digit. */
export function policyOf(code: number): CodePolicy {
  const known = CODE_POLICIES.get(code);
  if (known !== undefined) return known;
  if (code >= 20_000 && code < 30_000) return { group: 'ok', action: 'use' };
  if (code >= 50_000) return { group: 'transient', action: 'retry' };
  return { group: 'request', action: 'fix' };
}

const FAILURES: Readonly<Record<CodeGroup, { readonly kind: OutsideFailure; readonly retryable: boolean; readonly hint?: string }>> = {
  ok: { kind: 'parse', retryable: true },
  pending: { kind: 'provider', retryable: true },
  no_data: { kind: 'provider', retryable: false },
  request: { kind: 'request_refused', retryable: false },
  not_found: { kind: 'request_refused', retryable: false },
  auth: {
    kind: 'credentials_refused',
    retryable: false,
    hint: 'Check DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD (the API password, not that of the account), and that the account may be used from this address.',
  },
  billing: { kind: 'payment_refused', retryable: false, hint: 'Check the balance and the cost limit of the DataForSEO account.' },
  rate: { kind: 'rate_limited', retryable: true },
  transient: { kind: 'provider', retryable: true },
};

const WAITS_MS: Readonly<Record<string, number>> = {
  backoff_next_minute: MINUTE_MS,
  reduce_concurrency: SIMULTANEOUS_WAIT_MS,
  retry_minutes: UPDATE_WAIT_MS,
};

/** A task or a whole request that the provider refused or could not do. */
export function toProviderError(code: number, message: string, retryAfterMs?: number): OutsideError {
  const { group, action } = policyOf(code);
  const failure = action === 'stop_duplicate' ? FAILURES.request : FAILURES[group];
  return new OutsideError({
    service: SERVICE,
    ...failure,
    code,
    message: `DataForSEO ${code}: ${message}`,
    retryAfterMs: retryAfterMs ?? WAITS_MS[action],
  });
}

/** An answer that cannot be read. @param about what was asked about, such as `a domain` */
export function unreadable(why: string, { about, cause }: { readonly about?: string; readonly cause?: unknown } = {}): OutsideError {
  const message = `DataForSEO gave an unreadable answer${about === undefined ? '' : ` about ${about}`}: ${why}`;
  return new OutsideError({ service: SERVICE, kind: 'parse', message, cause });
}

/** Above this share of unreadable rows what was not seen may well be there. */
export const UNREADABLE_SHARE_MAX = 0.1;

/** Refuses an answer of which most rows, or more than a tenth, were unreadable; a single one among others is left out. @throws OutsideError `parse` */
export function refuseUnreadable(unreadableCount: number, { all, about }: { readonly all: number; readonly about: string }): void {
  const isMost = unreadableCount === all || (unreadableCount > 1 && unreadableCount > all * UNREADABLE_SHARE_MAX);
  if (unreadableCount > 0 && isMost) throw unreadable('most of its rows are of an unknown shape', { about });
}

/**
 * Whether a call that ended without a readable answer may have been charged: the provider charges
 * also when the caller hangs up or cannot read the answer.
 */
export function mayHaveBeenCharged(error: unknown): boolean {
  if (!(error instanceof OutsideError)) return true;
  if (wasNeverSent(error)) return false;
  const isRefusal = error.kind === 'http' && error.code !== undefined && error.code < 500;
  return !isRefusal && error.kind !== 'rate_limited';
}

/** The credentials are not there; says which variables are missing. */
export function credentialsMissing(variables: readonly string[]): OutsideError {
  return new OutsideError({
    service: SERVICE,
    kind: 'credentials_missing',
    error: DATAFORSEO.noCredentials.message,
    message: DATAFORSEO.noCredentials.message,
    hint: `Set ${variables.join(' and ')}.`,
  });
}
