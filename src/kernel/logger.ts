import { pino, symbols, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { makeRedact, type Redact } from './telemetry/redact.ts';
import { findScope } from './work-scope.ts';

export type Logger = PinoLogger;

const SECRET_NAMES = ['authorization', 'cookie', 'password', 'secret', 'token', 'key', 'api_key', 'apiKey'];
/** Paths that never reach a log line. */
const SECRET_PATHS = [
  ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`]),
  ...['headers', 'req.headers'].flatMap((path) => [`${path}.authorization`, `${path}.cookie`, `${path}["x-api-key"]`]),
];

export interface LoggerOptions {
  /** Takes out what the paths above miss: secrets inside texts. */
  readonly redact?: Redact;
  /** Standard output unless given. */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines on stdout (docs/configuration.md, `LOG_LEVEL`). A line that is written inside a request or
 * a step of a workflow carries its ids (`work-scope.ts`), whichever module writes it.
 */
export function makeLogger(level: string, { redact = makeRedact(), destination }: LoggerOptions = {}): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    mixin: (_line: object, _level: number, logger: Logger) => listScopeFields(logger),
    hooks: { streamWrite: redact },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What the logger itself has bound already would stand in the line twice. */
function listScopeFields(logger: Logger): Record<string, string> {
  const scope = findScope();
  if (scope === undefined) return {};
  const bound = (logger as unknown as Record<symbol, string | undefined>)[symbols.chindingsSym] ?? '';
  const spanContext = scope.span?.spanContext();
  const fields = { ...scope.fields, ...(spanContext && { trace_id: spanContext.traceId, span_id: spanContext.spanId }) };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !bound.includes(`"${name}":`)));
}
