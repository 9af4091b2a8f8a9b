#!/usr/bin/env node
/** The program of the package `@sightline/mcp` (`scripts/packages.ts`), which has no Sightline around it. */
import { parseArgs } from 'node:util';
import { runBridge } from '../../../src/cli/mcp/bridge.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, toolsets: { type: 'string' }, 'read-only': { type: 'boolean' } },
});
const { SIGHTLINE_URL: usual = 'http://127.0.0.1:8787', SIGHTLINE_API_KEY: key } = process.env;

await runBridge({
  url: values.url ?? usual,
  key,
  toolsets: values.toolsets,
  isReadOnly: values['read-only'],
  input: process.stdin,
  output: process.stdout,
});
