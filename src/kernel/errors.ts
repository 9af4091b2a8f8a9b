/**
 * The closed set of failures that the service names. Each is thrown where it is known and turned
 * into a body once, in `src/http/errors.ts` (docs/spec-gaps.md, wire rule 2).
 */
export const ERROR_STATUS = {
  invalid: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  /** A person must prove again who they are. */
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** A file that is well sent, and cannot be worked with. */
  unprocessable: 422,
  upgrade_required: 426,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  provider_failed: 502,
  unavailable: 503,
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One wrong field of a request. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** A readable sentence; the short text when left out. */
  readonly message?: string;
  readonly details?: unknown;
  /** What the caller can do about it. */
  readonly hint?: string;
  /** How long to wait before trying again, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Of a 401: what the caller is asked for, in place of `Bearer`. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/** A failure with a documented short text. Anything else that is thrown is an internal error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The short text that callers compare, for example `Project not found`. */
  readonly error: string;
  readonly details: unknown;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly challenge: string | undefined;

  constructor(code: ErrorCode, error: string, options: AppErrorOptions = {}) {
    super(options.message ?? error, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.error = error;
    this.details = options.details;
    this.hint = options.hint;
    this.retryAfterMs = options.retryAfterMs;
    this.challenge = options.challenge;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Problems named in the message; details hold all of them. */
const PROBLEMS_IN_MESSAGE_MAX = 20;

/** Bad input, naming every wrong field. The short text is the first problem as a sentence unless given. */
export function invalid(problems: readonly FieldProblem[], error?: string): AppError {
  const sentences = problems.slice(0, PROBLEMS_IN_MESSAGE_MAX).map(toSentence);
  return new AppError('invalid', error ?? sentences[0] ?? 'Invalid request', { message: sentences.join('; '), details: problems });
}

/** @example toSentence({ path: 'limit', message: 'must be a number' }) // limit must be a number */
function toSentence({ path, message }: FieldProblem): string {
  return message.startsWith(`${path} `) ? message : `${path} ${message}`;
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`);
}

/** What is there is in the way. */
export function conflict(error: string, message: string): AppError {
  return new AppError('conflict', error, { message });
}

/** What went wrong with an outside service, and so whether trying again can help. */
export type OutsideFailure =
  | 'network'
  | 'timeout'
  | 'http'
  | 'rate_limited'
  | 'parse'
  | 'provider'
  | 'credentials_missing'
  | 'credentials_refused'
  | 'payment_refused'
  | 'blocked_address'
  | 'request_refused';

const RETRYABLE: ReadonlySet<OutsideFailure> = new Set(['network', 'timeout', 'http', 'rate_limited', 'parse', 'provider']);

export interface OutsideErrorOptions {
  /** Identifier of the outside service, for example `llm`. */
  readonly service: string;
  readonly kind: OutsideFailure;
  readonly message: string;
  /** HTTP status or the provider's own code. */
  readonly code?: number;
  readonly retryAfterMs?: number;
  /** Overrides what the kind says, for example for an HTTP 404. */
  readonly retryable?: boolean;
  /** What the caller can do about it. */
  readonly hint?: string;
  /** The short text of the answer, where the kind alone does not say it. */
  readonly error?: string;
  readonly cause?: unknown;
}

/** A failed call to an outside service. Never means "nothing found". */
export class OutsideError extends Error {
  readonly service: string;
  readonly kind: OutsideFailure;
  readonly code: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;
  readonly hint: string | undefined;
  readonly error: string | undefined;

  constructor(options: OutsideErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'OutsideError';
    this.service = options.service;
    this.kind = options.kind;
    this.code = options.code;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = options.retryable ?? RETRYABLE.has(options.kind);
    this.hint = options.hint;
    this.error = options.error;
  }
}

/** A budget that has no room left for the next call. A result, not a fault. */
export class BudgetExceededError extends Error {
  /** Name of the budget, as in `/api/admin/config`. */
  readonly budget: string;
  /** What is counted together in it: the id of a project, an organization, a run or a key, a type of workflow, or `all`. */
  readonly scope: string;

  constructor(budget: string, message: string, scope = 'all') {
    super(message);
    this.name = 'BudgetExceededError';
    this.budget = budget;
    this.scope = scope;
  }
}

/** Whether doing the same again later can succeed (docs/spec-gaps.md, section 3). */
export function isRetryable(error: unknown): boolean {
  if (error instanceof OutsideError) return error.retryable;
  if (error instanceof BudgetExceededError) return false;
  if (error instanceof AppError) return error.status === 408 || error.status === 429 || error.status >= 500;
  return true;
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
