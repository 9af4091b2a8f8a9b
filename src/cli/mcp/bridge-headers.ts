/** A message of the protocol. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> & {
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly result?: unknown;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const PLAIN = /^[\x21-\x7E]+$/u;

/** The revision that a message of the newer era names. */
export function modernVersionOf({ params }: Message): string | undefined {
  const version = params?._meta?.[VERSION_KEY];
  return typeof version === 'string' ? version : undefined;
}

/**
 * What the protocol says in headers beside a message.
 * @param version what was agreed on by `initialize`, if it was
 */
export function toHeaders(message: Message, version: string | undefined): Record<string, string> {
  const modern = modernVersionOf(message);
  const named = modern ?? version;
  const name = message.params?.['name'] ?? message.params?.['uri'];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(named === undefined ? {} : { 'mcp-protocol-version': named }),
    ...(modern === undefined || message.method === undefined ? {} : { 'mcp-method': toHeader(message.method) }),
    ...(modern === undefined || typeof name !== 'string' ? {} : { 'mcp-name': toHeader(name) }),
  };
}

/** Headers hold plain text alone; the protocol has a form for the rest. */
function toHeader(text: string): string {
  return PLAIN.test(text) && !text.startsWith('=?') ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
