#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import type { ExportFlags } from './cli/archive/index.ts';
import { KEY_COMMANDS } from './cli/remote/keys.ts';
import { QUEUE_COMMANDS } from './cli/remote/queue.ts';
import { addRemoteCommands } from './cli/remote/remote-command.ts';
import { WORKFLOW_COMMANDS } from './cli/remote/workflow.ts';
import { readVersion } from './version.ts';

const FAILED_EXIT_MS = 5_000;

/**
 * The command line (README.md, "Commands"). Each command loads what it needs when it runs, so
 * that `--help` answers at once.
 */
const program = new Command('sightline')
  .description('Self-hosted intelligence for search and app-store visibility.')
  .version(readVersion())
  .showSuggestionAfterError();

program
  .command('serve', { isDefault: true })
  .description('run the service')
  .action(async () => {
    const { serve } = await import('./cli/serve.ts');
    await serve();
  });

program
  .command('demo')
  .description('run the main job on embedded stores and the sandbox, show its tables, and leave the service running')
  .option('--exit', 'end when the tables have been shown', false)
  .option('--days <days>', 'simulated days', toPositiveInteger, 10)
  .option('--keywords <keywords>', 'keywords, each tracked on two devices', toPositiveInteger, 50)
  .action(async (options: { exit: boolean; days: number; keywords: number }) => {
    const { runDemo } = await import('./cli/demo/index.ts');
    await runDemo(options);
  });

program
  .command('migrate')
  .description('bring both stores to the newest schema and end')
  .action(async () => {
    const { migrate } = await import('./cli/migrate.ts');
    await migrate();
  });

addRemoteCommands(program.command('keys').description('make, list and revoke API keys'), KEY_COMMANDS);
addRemoteCommands(program.command('queue').description('see what waits, what failed, and do something about it'), QUEUE_COMMANDS);
addRemoteCommands(program.command('workflow').description('watch and steer durable work'), WORKFLOW_COMMANDS);

program
  .command('export')
  .description('write a project, or everything, into one archive with checksums')
  .argument('<file>', 'the archive, for example sightline.archive; it must not exist')
  .option('--project <id>', 'only this project')
  .option('--all', 'everything')
  .option('--with-keys', 'with --all: hashes of API keys too, so that they go on working')
  .option('--json', 'print the manifest')
  .action(async (file: string, options: ExportFlags) => {
    const { runExport } = await import('./cli/archive/index.ts');
    await runExport(file, options);
  });

program
  .command('import')
  .description('restore an archive: everything into an empty service, or a project into one that lacks it')
  .argument('<file>', 'the archive')
  .option('--json', 'print the manifest')
  .action(async (file: string, options: ExportFlags) => {
    const { runImport } = await import('./cli/archive/index.ts');
    await runImport(file, options);
  });

program
  .command('doctor')
  .description('say what is configured, what is reachable, and what to do about the rest; changes and spends nothing')
  .option('--json', 'print the findings as JSON')
  .action(async (options: { json?: boolean }) => {
    const { runDoctor } = await import('./cli/doctor/index.ts');
    await runDoctor(options);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  // Whatever a failed start has left open: a supervisor must see that it ended.
  setTimeout(() => process.exit(), FAILED_EXIT_MS).unref();
}

function toPositiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
