#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
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

program
  .command('keys')
  .description('make, list and revoke API keys')
  .argument('<action>', 'create, list or revoke')
  .argument('[id]', 'the key to revoke')
  .option('--name <name>', 'what the key is for')
  .option('--scopes <scopes>', 'comma-separated: read, write, admin', 'read,write')
  .option('--tier <tier>', 'free, standard, pro or enterprise', 'standard')
  .option('--organization <id>', 'bind the key to an organization')
  .option('--project <id>', 'bind the key to a project')
  .action(async (action: string, id: string | undefined, options: Record<string, string | undefined>) => {
    const { manageKeys } = await import('./cli/keys.ts');
    await manageKeys(action, id, options);
  });

program
  .command('doctor')
  .description('say what is configured, what is reachable, and what to do about the rest')
  .action(async () => {
    const { examine } = await import('./cli/doctor.ts');
    await examine();
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
