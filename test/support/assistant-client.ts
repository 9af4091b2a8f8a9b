import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';

/** Of which revision of the protocol a client is. */
export type Era = 'modern' | 'legacy';
export const ERAS: readonly Era[] = ['modern', 'legacy'];
const MODERN = '2026-07-28';

export interface AssistantOptions {
  readonly era?: Era;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** A client of the protocol as assistants have it, connected over HTTP; closed after the test. */
export async function connectAssistant(
  t: TestContext,
  url: string,
  key: string,
  { era = 'modern', headers = {}, path = '/mcp' }: AssistantOptions = {},
): Promise<Client> {
  const client = makeAssistant(era);
  const transport = new StreamableHTTPClientTransport(new URL(path, url), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

/** @param era modern: speaks the newest revision alone; legacy: opens with `initialize`, as clients of 2025 do */
export function makeAssistant(era: Era, capabilities: ClientCapabilities = {}): Client {
  const versionNegotiation = era === 'modern' ? { mode: { pin: MODERN } } : { mode: 'legacy' as const };
  return new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation, capabilities });
}

/** The structured answer of a tool. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: input });
  if (isError === true) return JSON.parse((content as { text: string }[])[0]?.text ?? '{}');
  return structuredContent;
}
