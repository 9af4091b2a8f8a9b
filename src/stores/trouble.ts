import { StoreError } from './errors.ts';

/**
 * `away`: nothing answers, or the connection broke. `disk_full`: no space left. `read_only`: it reads and takes no writes, as after a
 * fail-over. `exhausted`: no memory or connections left.
 */
export type StoreTrouble = 'away' | 'disk_full' | 'read_only' | 'exhausted';

/** SQLSTATE: 08 connection exception; 57P operator intervention, such as a shutdown or a start that is not done. */
const AWAY_STATES = /^(?:08|57P)/u;
/** SQLSTATE: 53 insufficient resources. */
const EXHAUSTED_STATES = /^53[0-9A-Z]{3}$/u;
/** What connections fail with. */
export const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** SQLSTATE of a write in a transaction that may only read. */
const READ_ONLY = '25006';
const DISK_FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** What the PostgreSQL client says without a code. */
const AWAY_TEXT =
  /^(?:Connection terminated|timeout (?:expired|exceeded when trying to connect)|Client has encountered a connection error)/u;
const CAUSES_MAX = 5;

/**
 * Why something failed that may succeed later: a store is away or has no room. `undefined`: for another reason.
 * Looks at causes too: engines wrap what they are thrown. Calls to the outside have errors of their own.
 */
export function findStoreTrouble(error: unknown): StoreTrouble | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth += 1) {
    const found = judge(cause);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judge(error: Error): StoreTrouble | undefined {
  if (error instanceof StoreError && error.reason === 'unreachable') return 'away';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (DISK_FULL_CODES.has(code)) return 'disk_full';
  if (code === READ_ONLY) return 'read_only';
  if (EXHAUSTED_STATES.test(code)) return 'exhausted';
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_TEXT.test(error.message) ? 'away' : undefined;
}
