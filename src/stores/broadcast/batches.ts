/** An event on its way between processes. */
export interface LiveEvent {
  readonly topic: string;
  /** JSON, on one line. */
  readonly text: string;
}

/** PostgreSQL takes payloads of less than 8000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

/** The longest event that fits into a payload. */
export const EVENT_BYTES_MAX = 7_000;

/**
 * Events as payloads, each as full as possible: a first line that no other payload has, because PostgreSQL sends
 * equal payloads of one transaction once, then a line for each event.
 */
export function pack(sender: string, events: readonly LiveEvent[]): string[] {
  const payloads: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const { topic, text } of events) {
    const line = `${topic} ${text}`;
    const size = Buffer.byteLength(line) + 1;
    if (lines.length === 0 || bytes + size > PAYLOAD_BYTES_MAX) {
      if (lines.length > 0) payloads.push(lines.join('\n'));
      lines = [`${sender} ${payloads.length}`];
      bytes = Buffer.byteLength(sender) + 10;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) payloads.push(lines.join('\n'));
  return payloads;
}

export function unpack(payload: string): { readonly sender: string; readonly events: readonly LiveEvent[] } {
  const [head, ...lines] = payload.split('\n').map((line) => splitAtSpace(line));
  return { sender: head?.[0] ?? '', events: lines.map(([topic, text]) => ({ topic, text })) };
}

function splitAtSpace(line: string): [before: string, after: string] {
  const space = line.indexOf(' ');
  return [line.slice(0, space), line.slice(space + 1)];
}
