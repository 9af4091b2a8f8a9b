import { modernVersionOf, type Message } from './bridge-headers.ts';

/** What went wrong outside the protocol, in the words of a tool's error. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly hint?: string;
}

const INTERNAL_ERROR = -32_603;
const SERVER = { name: 'sightline', title: 'Sightline', version: '0' } as const;
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;

/** A model reads the results of tools, and a program everything else. */
export function toFailure(message: Message, problem: Problem): string {
  if (message.method !== 'tools/call')
    return JSON.stringify({
      jsonrpc: '2.0',
      id: message.id,
      error: {
        code: INTERNAL_ERROR,
        message: [problem.message, problem.hint].filter((text) => text !== undefined).join(' '),
        data: problem,
      },
    });
  const kind = modernVersionOf(message) === undefined ? {} : { resultType: 'complete' };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: message.id,
    result: { ...kind, isError: true, content: [{ type: 'text', text: JSON.stringify({ error: problem }) }] },
  });
}

/** A client that opens while the service is away, or with a wrong key, is let in: its tools say what is wrong, and work once it is right. */
export function answerAlone(message: Message): string | undefined {
  const { id, method, params } = message;
  if (method === 'initialize')
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: { protocolVersion: params?.['protocolVersion'], capabilities: CAPABILITIES, serverInfo: SERVER },
    });
  const version = modernVersionOf(message);
  if (method !== 'server/discover' || version === undefined) return undefined;
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      supportedVersions: [version],
      capabilities: CAPABILITIES,
      serverInfo: SERVER,
      ttlMs: 0,
      cacheScope: 'private',
    },
  });
}
