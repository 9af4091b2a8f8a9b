import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Paths that never reach a log line. */
const SECRET_PATHS = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'req.headers.authorization',
  'headers["x-api-key"]',
  'req.headers["x-api-key"]',
  'password',
  '*.password',
  'token',
  '*.token',
  'key',
  '*.key',
];

/** JSON lines on stdout (docs/configuration.md, `LOG_LEVEL`). */
export function makeLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRET_PATHS, censor: '[redacted]' } });
}
