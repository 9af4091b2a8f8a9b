import { readConfig } from '#config';
import { runBridge } from './bridge.ts';

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
