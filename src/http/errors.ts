import { AppError, BudgetExceededError, OutsideError, type ErrorCode } from '#kernel/errors.ts';
import { StoreError } from '#stores/errors.ts';
import { findStoreTrouble, type StoreTrouble } from '#stores/trouble.ts';

/** The one body of every error of every endpoint (docs/spec-gaps.md, wire rule 2). */
export interface ErrorBody {
  readonly success: false;
  readonly error: string;
  readonly message: string;
  readonly status: number;
  readonly details?: unknown;
  readonly hint?: string;
  readonly request_id: string;
}

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** The one mapping from what was thrown to an answer. Whatever it does not know is a 500 without details. */
export function toErrorReply(thrown: unknown, requestId: string): ErrorReply {
  const known = toAppError(thrown);
  if (known) return fromAppError(known, requestId);
  if (thrown instanceof StoreError && thrown.reason === 'unreachable') return build({ ...ANALYTICS_AWAY, requestId });
  const trouble = findStoreTrouble(thrown);
  if (trouble !== undefined) return build({ ...STORE_TROUBLES[trouble], requestId });
  const framework = fromFramework(thrown);
  return framework ? build({ ...framework, requestId }) : build({ ...INTERNAL, requestId });
}

const INTERNAL = {
  status: 500,
  error: 'Internal error',
  message: 'Something went wrong inside the service. The request id finds it in the log.',
};

const DATABASE_AWAY = {
  status: 503,
  error: 'Database unavailable',
  message: 'The database does not answer, so the request could not be completed.',
  hint: 'Try again later, a POST with its Idempotency-Key; GET /health says how the service is.',
  headers: { 'retry-after': '5' },
};

const STORE_TROUBLES: Readonly<Record<StoreTrouble, typeof DATABASE_AWAY>> = {
  away: DATABASE_AWAY,
  exhausted: {
    ...DATABASE_AWAY,
    error: 'Database overloaded',
    message: 'The database has no memory or connections left, so the request could not be completed.',
  },
  read_only: {
    ...DATABASE_AWAY,
    error: 'Database read-only',
    message: 'The database takes no writes now, so the request could not be completed.',
  },
  disk_full: {
    ...DATABASE_AWAY,
    error: 'Database full',
    message: 'The disk of the database has no space left, so the request could not be completed.',
    headers: { 'retry-after': '30' },
  },
};

const ANALYTICS_AWAY = {
  status: 503,
  error: 'Analytics store unavailable',
  message: 'The analytics store does not answer. Newest positions are served, and nothing that is measured meanwhile is lost.',
  hint: 'Try again later; GET /health says how it is.',
  headers: { 'retry-after': '30' },
};

function fromAppError(error: AppError, requestId: string): ErrorReply {
  const headers: Record<string, string> = {};
  if (error.retryAfterMs !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
  if (error.status === 401) headers['www-authenticate'] = error.challenge ?? 'Bearer';
  if (error.code === 'method_not_allowed' && Array.isArray(error.details)) headers['allow'] = error.details.join(', ');
  if (error.code === 'upgrade_required')
    Object.assign(headers, { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' });
  // What an internal error knows is for the log; only its text and hint are written for callers.
  if (error.code === 'internal') return build({ ...INTERNAL, error: error.error, hint: error.hint, requestId, headers });
  return build({
    status: error.status,
    error: error.error,
    message: error.message,
    details: error.details,
    hint: error.hint,
    requestId,
    headers,
  });
}

function toAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof OutsideError) return fromOutside(thrown);
  if (thrown instanceof BudgetExceededError) return fromBudget(thrown);
  return undefined;
}

/**
 * A budget without room is a result for workflows and classification; for a request that needs the
 * call at once it is 402 (callers know the text for the budget of a run).
 */
function fromBudget(error: BudgetExceededError): AppError {
  return new AppError('payment_required', error.budget.startsWith('run_') ? 'Run budget exceeded' : 'Budget exceeded', {
    message: error.message,
    details: { budget: error.budget },
    hint: 'Budgets are read and set at /api/admin/config.',
  });
}

function fromOutside(error: OutsideError): AppError {
  const { message, hint, retryAfterMs } = error;
  switch (error.kind) {
    case 'credentials_missing':
      return new AppError('not_configured', error.error ?? `Credentials for ${error.service} not configured`, { message, hint });
    case 'rate_limited':
      return new AppError('rate_limited', 'Rate limit exceeded', { message, hint, retryAfterMs });
    case 'blocked_address':
      return new AppError('invalid', 'Address not allowed', { message, hint });
    case 'network':
    case 'timeout':
    case 'http':
    case 'parse':
    case 'provider':
    case 'credentials_refused':
    case 'payment_refused':
    case 'request_refused':
      return new AppError('provider_failed', 'Provider request failed', {
        message,
        hint,
        retryAfterMs,
        details: { service: error.service, kind: error.kind, code: error.code },
      });
  }
}

/** What the listener itself refuses, by the framework's own codes. */
const FRAMEWORK_ERRORS: Readonly<Record<string, { status: number; error: string; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    error: 'Unsupported media type',
    message: 'A body must be JSON and carry `Content-Type: application/json`.',
  },
  FST_ERR_CTP_INVALID_CONTENT_TYPE: {
    status: 415,
    error: 'Unsupported media type',
    message: 'The `Content-Type` is not one media type; that of JSON is `application/json`.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, error: 'Body too large', message: 'The body is larger than this endpoint takes.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    error: 'Invalid request',
    message: 'The body does not have the length that Content-Length says.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, error: 'Invalid JSON', message: 'The body is not JSON.' },
  FST_ERR_BAD_URL: { status: 400, error: 'Invalid request', message: 'The path has a percent sign that encodes no character.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 400, error: 'Invalid request', message: 'A part of the path is too long.' },
};

function fromFramework(thrown: unknown): { status: number; error: string; message: string } | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return undefined;
  return FRAMEWORK_ERRORS[thrown.code];
}

interface Parts {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string | undefined;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function build({ status, error, message, details, hint, requestId, headers = {} }: Parts): ErrorReply {
  const body = {
    success: false as const,
    error,
    message,
    status,
    ...(details === undefined ? {} : { details }),
    ...(hint === undefined ? {} : { hint }),
  };
  return { status, headers, body: { ...body, request_id: requestId } };
}

/** An answer for what never became a request: bad HTTP, headers too large, a client too slow. */
export function toSocketErrorReply(code: string | undefined, requestId: string): ErrorReply {
  const known = code === undefined ? undefined : SOCKET_ERRORS[code];
  return build({ ...(known ?? { status: 400, error: 'Invalid request', message: 'This is not a valid HTTP request.' }), requestId });
}

const SOCKET_ERRORS: Readonly<Record<string, { status: number; error: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Headers too large', message: 'The address and the headers together have at most 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'Request timeout', message: 'The request did not arrive in time.' },
};

/** Names of the codes for the OpenAPI document; all of them, because any endpoint may refer to any. */
export const ERROR_SUMMARIES: Readonly<Record<ErrorCode, string>> = {
  invalid: 'Invalid or missing fields; `details` names every one',
  unauthorized: 'Key or token missing, wrong, expired or revoked',
  payment_required: 'A budget has no room for the call',
  forbidden: 'The key lacks the scope',
  proof_needed:
    'The key lacks the scope; or `error` is `Proof needed`: a person proved longer than 10 minutes ago who they are, and `POST /api/session/step-up` takes a new proof',
  not_found: 'Absent, or not visible to this key',
  method_not_allowed: 'The path does not take this method; `Allow` names those that it takes',
  conflict: 'The state does not allow it, or the Idempotency-Key was used for another request',
  too_large: 'Body too large',
  unsupported_media_type: 'The body is not of a type that is taken here',
  unprocessable: 'A file that cannot be worked with; `message` says what was seen',
  upgrade_required: 'A plain request: the path takes WebSocket connections',
  rate_limited: 'Rate limit exceeded',
  internal: 'Internal error',
  not_implemented: 'This version does not do it yet; `message` says what is missing',
  provider_failed: 'An outside service failed',
  unavailable: 'A store does not answer or has no room; `Retry-After` says when to try again',
  not_configured:
    'A part that the call needs is not configured, and `hint` names the variables; or a store does not answer or has no room, and `Retry-After` says when to try again',
};
