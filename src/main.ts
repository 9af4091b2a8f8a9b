#!/usr/bin/env node
import { makeProgram } from './cli/program.ts';

const FAILED_EXIT_MS = 5_000;
const OWNER_ONLY = 0o077;

// What the service, its stores and its archives write is closed to other users of the machine.
process.umask(OWNER_ONLY);

try {
  const [node, file, ...given] = process.argv;
  // Not a default command: that would take any unknown word for its argument.
  await makeProgram().parseAsync([node ?? '', file ?? '', ...(given.length === 0 ? ['serve'] : given)]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  // Whatever a failed start has left open: a supervisor must see that it ended.
  setTimeout(() => process.exit(), FAILED_EXIT_MS).unref();
}
