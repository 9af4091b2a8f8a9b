import { readConfig } from '#config';
import { runBridge } from './bridge.ts';
import { showEntry, writeEntry, type Client } from './client-config.ts';

export interface McpFlags {
  readonly url?: string;
  readonly toolsets?: string;
  readonly readOnly?: boolean;
}

/**
 * `sightline mcp`: an assistant on standard input and output works with the running service by the key of `SIGHTLINE_API_KEY`. It never
 * takes the admin key by itself. Nothing but the protocol goes to standard output.
 */
export async function runMcp({ url, toolsets, readOnly }: McpFlags): Promise<void> {
  const { serviceUrl, apiKey } = readConfig();
  const { stdin, stdout } = process;
  await runBridge({ url: url ?? serviceUrl, key: apiKey, toolsets, isReadOnly: readOnly, input: stdin, output: stdout });
}

export interface McpConfigFlags extends McpFlags {
  readonly client: Client;
  readonly write?: boolean;
}

/** `sightline mcp config`: prints the entry by which a client starts the bridge, or puts it into the client's file. No key is in it. */
export async function configureClient({ client, url, toolsets, readOnly, write }: McpConfigFlags): Promise<void> {
  const flags = { url: url ?? readConfig().serviceUrl, toolsets, isReadOnly: readOnly };
  const { stdout, stderr } = process;
  const key = 'The key is not in it: keep it in SIGHTLINE_API_KEY, where the client starts; VS Code asks for it.\n';
  if (write !== true) {
    const { file, text } = showEntry(client, flags);
    stderr.write(`For ${file}:\n`);
    stdout.write(text);
    stderr.write(key);
    return;
  }
  const { file, backup } = await writeEntry(client, flags);
  stderr.write(`Written to ${file}${backup === undefined ? '' : `; what it was is in ${backup}`}. ${key}`);
}
