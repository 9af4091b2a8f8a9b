/** A message as the mailbox shows it. */
export interface ReadMessage {
  /** By their names in lower case, folded lines joined and words decoded; several of one name joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string | null;
}

interface Entity {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads a message as mail programs write it: one body, or several in each other. */
export function readMessage(raw: Buffer): ReadMessage {
  const whole = splitEntity(raw.toString('latin1'));
  const bodies = [...listBodies(whole)];
  const find = (type: string): string | undefined => bodies.find((one) => one.type === type)?.text;
  return { headers: mapValues(whole.headers, decodeWords), text: find('text/plain') ?? '', html: find('text/html') ?? null };
}

function splitEntity(text: string): Entity {
  const end = /\r?\n\r?\n/u.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r?\n[ \t]+/gu, ' ').split(/\r?\n/u)) {
    const at = line.indexOf(':');
    if (at < 1) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { headers, body: end === null ? '' : text.slice(end.index + end[0].length) };
}

function* listBodies({ headers, body }: Entity): Generator<{ type: string; text: string }> {
  const given = headers['content-type'] ?? 'text/plain';
  const type = (given.split(';')[0] ?? '').trim().toLowerCase();
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/iu.exec(given) ?? [];
  const boundary = quoted ?? bare;
  if (!type.startsWith('multipart/') || boundary === undefined) {
    yield { type, text: decodeBody(body, headers['content-transfer-encoding'] ?? '7bit') };
    return;
  }
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1);
  for (const part of parts) if (!part.startsWith('--')) yield* listBodies(splitEntity(part.replace(/^[ \t]*\r\n/u, '')));
}

function decodeBody(body: string, encoding: string): string {
  const text = toBytes(body, encoding.trim().toLowerCase()).toString('utf8');
  return text.replaceAll('\r\n', '\n').replace(/\n$/u, '');
}

function toBytes(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? fromQuoted(body.replaceAll(/=[ \t]*\r?\n/gu, '')) : Buffer.from(body, 'latin1');
}

function fromQuoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/giu, (_code, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** Words such as `=?UTF-8?Q?gr=C3=B6=C3=9Fer?=`; blanks between two of them are none. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(?==\?)/gu, '$1')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/giu, (_word, kind: string, text: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' '))).toString('utf8'),
    );
}

function mapValues(values: Readonly<Record<string, string>>, map: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
