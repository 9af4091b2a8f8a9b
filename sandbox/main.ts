import { messageOf } from '#kernel/errors.ts';
import { startSandbox } from './index.ts';

/** `npm run sandbox`: the sandbox alone, until a signal stops it. */
const PORT_DEFAULT = 8788;

try {
  const sandbox = await startSandbox({ port: readPort() });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close());
  console.log(`sandbox ready at ${sandbox.url}`);
  console.log(`try: curl -s ${sandbox.url}/_sandbox/world`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

function readPort(): number {
  // A program of its own, which reads nothing of the service's configuration.
  // oxlint-disable-next-line no-restricted-properties
  const text = process.env['SANDBOX_PORT'] ?? String(PORT_DEFAULT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('SANDBOX_PORT must be a port number');
  return port;
}
