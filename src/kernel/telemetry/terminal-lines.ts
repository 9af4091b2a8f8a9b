import type { DestinationStream } from 'pino';

const LEVELS: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const LEVEL_WIDTH = 5;

/** Log lines for people: `10:15:30 warn  message field=value`, without characters that steer a terminal. */
export function toTerminal(write: (text: string) => unknown): DestinationStream {
  return { write: (line) => void write(`${toPlain(line).replaceAll(/\p{Cc}/gu, ' ')}\n`) };
}

function toPlain(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line.trimEnd();
  }
  const { level, time, msg, ...rest } = fields;
  const clock = typeof time === 'string' ? time.slice('2026-01-01T'.length, '2026-01-01T00:00:00'.length) : '';
  const text = typeof msg === 'string' ? msg : '';
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${clock} ${(LEVELS[Number(level)] ?? '').padEnd(LEVEL_WIDTH)} ${text}${details.join('')}`;
}
