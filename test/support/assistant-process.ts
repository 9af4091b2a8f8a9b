import type { TestContext } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeAssistant, type Era } from './assistant-client.ts';

export interface ProcessOptions {
  readonly url: string;
  readonly key: string;
  readonly era?: Era;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A client of the protocol that starts `sightline mcp`, as assistants on a machine do. */
export async function startAssistant(
  t: TestContext,
  { url, key, era = 'modern', flags = [], environment = {} }: ProcessOptions,
): Promise<Client> {
  const client = makeAssistant(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/sightline.js', 'mcp', ...flags],
    env: { PATH: process.env['PATH'] ?? '', SIGHTLINE_URL: url, SIGHTLINE_API_KEY: key, ...environment },
    stderr: 'pipe',
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}
