#!/usr/bin/env node
import { makeProgram } from './cli/program.ts';

const FAILED_EXIT_MS = 5_000;

try {
  await makeProgram().parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  // Whatever a failed start has left open: a supervisor must see that it ended.
  setTimeout(() => process.exit(), FAILED_EXIT_MS).unref();
}
