import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Toolset } from '#area/assistant-tool.ts';
import type { RequestContext } from '#context';
import type { Reply } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import { choose, type Choice } from './choice.ts';
import { makeMcpServer } from './mcp-server.ts';
import { requireOwnAddress } from './own-address.ts';

type Body = Readonly<Record<string, unknown>>;

interface Input {
  readonly query: { readonly toolsets?: readonly Toolset[] | undefined; readonly read_only?: boolean | undefined };
  readonly body: Body;
}

/**
 * Answers one message of the protocol, of either era.
 * @throws AppError 403 for a foreign page or a foreign name of the service; 404 where assistants are not served
 */
export async function answerMessage(ctx: RequestContext, { query, body: message }: Input): Promise<Reply<Body>> {
  if (!ctx.config.servesAssistants)
    throw new AppError('not_found', 'Not found', { message: 'This service serves no assistants.', hint: 'MCP=on serves them.' });
  requireOwnAddress(ctx);
  if (message['method'] === LISTEN) return { status: 404, body: toNoMethod(message) };
  const { status, text } = await answer(ctx, { message, choice: choose(ctx, query) });
  return { status, body: text === '' ? {} : (JSON.parse(text) as Body) };
}

/** Lists change with a release or a key alone, so there is nothing to say meanwhile, and no connection is held for it. */
const LISTEN = 'subscriptions/listen';
const METHOD_NOT_FOUND = -32_601;

function toNoMethod({ id = null }: Body): Body {
  return { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'There is nothing to listen to: ask for the lists again.' } };
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** The protocol asks for both, and small clients forget one. */
const ACCEPT = 'application/json, text/event-stream';
/** What the protocol says in headers beside the message. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

async function answer(ctx: RequestContext, { message, choice }: { readonly message: Body; readonly choice: Choice }): Promise<Answered> {
  const handler = createMcpHandler(({ era }) => makeMcpServer(ctx, { choice, era }), {
    onerror: (error) => ctx.log.debug({ error: error.message }, 'a message of an assistant was refused'),
  });
  const headers = new Headers({ accept: ACCEPT, 'content-type': 'application/json' });
  for (const name of PROTOCOL_HEADERS) {
    const value = ctx.headerOf(name);
    if (value !== undefined) headers.set(name, value);
  }
  // Without a body: the message is handed over as it was parsed.
  const request = new Request('http://sightline.invalid/mcp', { method: 'POST', headers, signal: ctx.signal });
  try {
    return await read(await handler.fetch(request, { parsedBody: message }));
  } finally {
    await handler.close();
  }
}

/** The older era answers as a stream of one event. */
async function read(response: Response): Promise<Answered> {
  const { status, headers } = response;
  const text = await response.text();
  if (headers.get('content-type')?.includes('text/event-stream') !== true) return { status, text };
  const data = text.split('\n').filter((line) => line.startsWith('data:'));
  return { status, text: data.at(-1)?.slice('data:'.length).trim() ?? '' };
}
