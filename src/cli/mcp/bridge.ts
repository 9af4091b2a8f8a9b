/**
 * Hands messages of a client on standard input to `POST /mcp` of a service, and its answers back: tools, limits and rights are the
 * service's. It imports nothing of ours, because it is the package `@sightline/mcp` too.
 */
import { createInterface } from 'node:readline';
import { toHeaders, type Message } from './bridge-headers.ts';
import { answerAlone, toFailure } from './bridge-failures.ts';

export interface BridgeOptions {
  /** Where the service is, without a path. */
  readonly url: string;
  readonly key: string | undefined;
  /** Names with commas between; those of the service unless given. */
  readonly toolsets?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Longer than the longest wait of a tool. */
const TIMEOUT_MS = 120_000;

/** Serves one client. Resolves when its input has ended and what it asked is answered. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { output } = options;
  const underWay = new Map<unknown, AbortController>();
  const open = new Set<Promise<void>>();
  const write = (text: string | undefined): void => {
    if (text !== undefined) output.write(`${text}\n`);
  };
  const state: { version?: string } = {};
  for await (const line of createInterface({ input: options.input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = readMessage(line);
    if (message === undefined) {
      write(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is no JSON-RPC message.' } }));
      continue;
    }
    if (message.method === 'notifications/cancelled') underWay.get(message.params?.requestId)?.abort();
    const work = forward(options, { message, state, underWay }).then(write);
    open.add(work);
    void work.finally(() => open.delete(work));
  }
  await Promise.allSettled(open);
}

interface Work {
  readonly message: Message;
  /** What the service and the client of the older era agreed on. */
  readonly state: { version?: string };
  readonly underWay: Map<unknown, AbortController>;
}

/** @returns the line of the answer; nothing for what asks for none, or was called off */
async function forward(options: BridgeOptions, { message, state, underWay }: Work): Promise<string | undefined> {
  const stop = new AbortController();
  if (message.id !== undefined) underWay.set(message.id, stop);
  try {
    const answer = await post(options, {
      message,
      version: state.version,
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (message.id === undefined) return undefined;
    const parsed = readMessage(answer.text);
    if (parsed === undefined) return answerAlone(message) ?? toFailure(message, toProblem(answer, options));
    if (message.method === 'initialize')
      state.version = (parsed.result as { protocolVersion?: string } | undefined)?.protocolVersion ?? state.version;
    return JSON.stringify(parsed);
  } catch (error) {
    if (message.id === undefined || stop.signal.aborted) return undefined;
    const problem = { code: 'unavailable', message: `Nothing answers at ${options.url}: ${reasonOf(error)}.`, retryable: true, hint: HINT };
    return answerAlone(message) ?? toFailure(message, problem);
  } finally {
    underWay.delete(message.id);
  }
}

const HINT = 'Start the service, or say where it is with SIGHTLINE_URL or --url. Then call again: nothing here needs a new start.';

interface Posted {
  readonly status: number;
  readonly text: string;
}

async function post(
  { url, key, toolsets, isReadOnly }: BridgeOptions,
  { message, version, signal }: { readonly message: Message; readonly version: string | undefined; readonly signal: AbortSignal },
): Promise<Posted> {
  const response = await fetch(`${url.replace(/\/+$/u, '')}/mcp`, {
    method: 'POST',
    headers: {
      ...toHeaders(message, version),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(toolsets === undefined ? {} : { 'x-sightline-toolsets': toolsets }),
      ...(isReadOnly === true ? { 'x-sightline-read-only': 'true' } : {}),
    },
    body: JSON.stringify(message),
    redirect: 'error',
    signal,
  });
  return { status: response.status, text: await response.text() };
}

/** What the service itself refused, such as a key that is none. */
function toProblem({ status, text }: Posted, { url }: BridgeOptions) {
  let body: { message?: string; hint?: string } = {};
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    // Something else answers there.
  }
  const hint = status === 401 ? 'Set SIGHTLINE_API_KEY to a key that is good: sightline keys create --help.' : body.hint;
  const message = body.message ?? `What answers at ${url} is no Sightline: it sent ${status}.`;
  return {
    code: status === 401 ? 'unauthorized' : `http_${status}`,
    message,
    retryable: status === 429 || status >= 500,
    ...(hint === undefined ? {} : { hint }),
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, name } = cause as { code?: string; name?: string };
  return code ?? (name === 'TimeoutError' ? 'no answer in time' : (cause as Error).message);
}

function readMessage(line: string): Message | undefined {
  try {
    const message = JSON.parse(line) as Message;
    return typeof message === 'object' && message !== null && message.jsonrpc === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}
