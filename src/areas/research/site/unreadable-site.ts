import { AppError, isRetryable, messageOf, OutsideError } from '#kernel/errors.ts';
import { PageRefusal } from '#providers/page-fetch/index.ts';

/** Why a start page cannot be used. */
export type SiteProblem =
  | 'blocked_address'
  | 'robots'
  | 'not_html'
  | 'empty'
  | 'parked'
  | 'wall'
  | 'redirects'
  | 'timeout'
  | 'http_status'
  | 'busy'
  | 'unreachable';

/** Problems of the address itself; the others may be gone tomorrow. */
const LASTING: ReadonlySet<SiteProblem> = new Set(['blocked_address', 'robots', 'not_html', 'empty', 'parked', 'wall', 'redirects']);

export interface UnreadableSiteOptions {
  readonly problem: SiteProblem;
  /** A sentence for people, with the host and the reason. */
  readonly message: string;
  /** Whether the same address may be readable soon. */
  readonly isLasting?: boolean;
  readonly cause?: unknown;
}

/** A start page that cannot be used: 400 when the address is to blame, 502 when its server is. */
export class UnreadableSiteError extends AppError {
  readonly problem: SiteProblem;

  constructor({ problem, message, isLasting = LASTING.has(problem), cause }: UnreadableSiteOptions) {
    super(isLasting ? 'invalid' : 'provider_failed', 'The site cannot be read', {
      message,
      details: [{ path: 'url', message, reason: problem }],
      cause,
    });
    this.name = 'UnreadableSiteError';
    this.problem = problem;
  }
}

/** The failure of a start page by name; what is no failure of a page comes back as it is. */
export function toSiteError(error: unknown): unknown {
  if (!(error instanceof OutsideError)) return error;
  return new UnreadableSiteError({
    problem: toProblem(error),
    message: messageOf(error),
    isLasting: !isRetryable(error),
    cause: error,
  });
}

function toProblem(error: OutsideError): SiteProblem {
  if (error instanceof PageRefusal) return error.why === 'robots' ? 'robots' : 'not_html';
  switch (error.kind) {
    case 'blocked_address':
    case 'request_refused':
      return 'blocked_address';
    case 'timeout':
      return 'timeout';
    case 'rate_limited':
      return 'busy';
    case 'http':
      return error.retryable ? 'http_status' : 'redirects';
    default:
      return 'unreachable';
  }
}
