import { messageOf } from '#kernel/errors.ts';
import { AWAY_CODES } from '../trouble.ts';

/**
 * ClickHouse's own errors that say nothing of the question: the server has no room, time, memory, connections or keeper for it, or refuses
 * this service. Another moment gives another answer.
 */
const SERVER_FAULTS: ReadonlySet<string> = new Set([
  '23', // CANNOT_READ_FROM_ISTREAM
  '33', // CANNOT_READ_ALL_DATA
  '74', // CANNOT_READ_FROM_FILE_DESCRIPTOR
  '75', // CANNOT_WRITE_TO_FILE_DESCRIPTOR
  '76', // CANNOT_OPEN_FILE
  '159', // TIMEOUT_EXCEEDED
  '164', // READONLY
  '173', // CANNOT_ALLOCATE_MEMORY
  '198', // DNS_ERROR
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '203', // NO_FREE_CONNECTION
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '225', // NO_ZOOKEEPER
  '236', // ABORTED
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '244', // UNEXPECTED_ZOOKEEPER_ERROR
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '285', // TOO_FEW_LIVE_REPLICAS
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '425', // SYSTEM_ERROR
  '439', // CANNOT_SCHEDULE_TASK
  '499', // S3_ERROR
  '516', // AUTHENTICATION_FAILED
  '745', // SERVER_OVERLOADED
  '999', // KEEPER_EXCEPTION
]);

const OWN_NUMBER = /^\d+$/u;
const AWAY_TEXT = /^(?:Timeout error|socket hang up|aborted|terminated|Unexpected end)/iu;

/** Whether an error of a question to ClickHouse is the store's: no whole answer came, or one that is not about the question. */
export function isServerFault(error: unknown): boolean {
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (typeof code === 'string' && OWN_NUMBER.test(code)) return SERVER_FAULTS.has(code);
  if (typeof code === 'string' && AWAY_CODES.has(code)) return true;
  if (AWAY_TEXT.test(messageOf(error))) return true;
  // A failure without a number of ClickHouse is of what stands before it; a cut answer is no JSON.
  return status !== undefined || error instanceof SyntaxError || (error instanceof Error && error.constructor === Error);
}
