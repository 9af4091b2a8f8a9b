/** An event on its way: what it is about, and its text. */
export interface Told {
  readonly topic: string;
  /** One line. */
  readonly text: string;
}

/** PostgreSQL takes payloads of less than 8000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

/** The longest event that fits into a payload. */
export const TOLD_BYTES_MAX = 7_000;

/**
 * Events as payloads, each as full as it may be: a number that no other payload of this process has
 * (PostgreSQL sends equal payloads of one transaction once), then a line for each event.
 */
export function pack(events: readonly Told[], number: number): string[] {
  const payloads: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  const finish = (): void => {
    if (lines.length > 0) payloads.push([`${number}.${payloads.length}`, ...lines].join('\n'));
    lines = [];
    bytes = 0;
  };
  for (const { topic, text } of events) {
    const line = `${topic} ${text}`;
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > PAYLOAD_BYTES_MAX) finish();
    lines.push(line);
    bytes += size;
  }
  finish();
  return payloads;
}

export function unpack(payload: string): Told[] {
  return payload
    .split('\n')
    .slice(1)
    .map((line) => {
      const space = line.indexOf(' ');
      return { topic: line.slice(0, space), text: line.slice(space + 1) };
    });
}
