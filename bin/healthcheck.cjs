// What a container engine asks: ends with 0 when the service answers and is not down. Plain CommonJS,
// because it runs every few seconds and should load nothing.
'use strict';

const { get } = require('node:http');

const TIMEOUT_MS = 4_000;
const address = process.argv[2] ?? 'http://127.0.0.1:8787/health';

const end = (code, line) => {
  process.stdout.write(`${line}\n`);
  process.exit(code);
};

get(address, { timeout: TIMEOUT_MS }, (response) => end(response.statusCode === 200 ? 0 : 1, `${address} answers ${response.statusCode}`))
  .on('timeout', () => end(1, `${address} does not answer`))
  .on('error', (error) => end(1, `${address}: ${error.message}`));
