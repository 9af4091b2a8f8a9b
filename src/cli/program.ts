import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { ExportFlags, ImportFlags } from './archive/index.ts';
import type { CrawlFlags } from './apps-crawl.ts';
import { addClassifierCommands } from './classifier-commands.ts';
import { addMcpCommand } from './mcp/command.ts';
import { addMoveInCommand } from './move-in/command.ts';
import { APP_COMMANDS } from './remote/apps.ts';
import { addRemoteGroups } from './remote/index.ts';
import { addRemoteCommands } from './remote/remote-command.ts';
import type { ResearchFlags } from './research.ts';
import { readVersion } from '../version.ts';

/**
 * The command line (docs/command-line.md). Each command loads what it needs when it runs, so
 * that `--help` answers at once.
 */
export function makeProgram(): Command {
  const program = new Command('sightline')
    .description('Self-hosted intelligence for search and app-store visibility.')
    .version(readVersion())
    .showSuggestionAfterError()
    .showHelpAfterError('(sightline --help lists the commands)');
  addServiceCommands(program);
  addRemoteGroups(program);
  addResearchCommand(program);
  addMoveInCommand(program);
  addAppCommands(program.command('apps').description('crawl app stores, and see what is stored of them'));
  addClassifierCommands(program);
  addStoreCommands(program);
  addSecretCommands(program.command('secrets').description('keep what must be read back under another key'));
  return program;
}

function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('run the service; without a command too')
    .action(async () => {
      const { serve } = await import('./serve.ts');
      await serve();
    });

  program
    .command('demo')
    .description('run the main job on embedded stores and the sandbox, show its tables, and leave the service running')
    .option('--exit', 'end when the tables have been shown', false)
    .option('--days <days>', 'simulated days', toPositiveInteger, 10)
    .option('--keywords <keywords>', 'keywords, each tracked on two devices', toPositiveInteger, 50)
    .action(async (options: { exit: boolean; days: number; keywords: number }) => {
      const { runDemo } = await import('./demo/index.ts');
      await runDemo(options);
    });

  addMcpCommand(program);

  program
    .command('migrate')
    .description('bring both stores to the newest schema and end')
    .option('--json', 'print the names of what was applied as JSON')
    .action(async (options: { json?: boolean }) => {
      const { migrate } = await import('./migrate.ts');
      await migrate(options);
    });
}

function addResearchCommand(program: Command): void {
  program
    .command('research')
    .description('find keywords for a website, by the running service')
    .argument('<url>', 'the website')
    .option('--project <id>', 'the project that gets the keywords')
    .option('--category <names...>', 'what it is about; the three best recommended ones unless given')
    .option('--location <places...>', 'where, for example "Berlin" or GB; a local business needs one')
    .option('--app-name <names...>', 'names that make a keyword a brand keyword')
    .option('--keywords <number>', 'keywords at most', toPositiveInteger)
    .option('--max-cost <usd>', 'what the harvest may cost at most', Number)
    .option('--top <number>', 'keywords in the table', toPositiveInteger, 20)
    .option('--dry-run', 'read the site and say what the harvest would cost')
    .option('--csv', 'print all keywords as CSV')
    .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
    .option('--key <key>', 'API key; else SIGHTLINE_ADMIN_KEY, else the one in DATA_DIR')
    .action(async (site: string, options: ResearchFlags) => {
      const { runResearch } = await import('./research.ts');
      await runResearch(site, options);
    });
}

function addAppCommands(apps: Command): void {
  apps
    .command('crawl')
    .description('crawl categories of an app store, by the running service, and wait for the end')
    .addArgument(new Argument('<platform>', 'the store').choices(['store_a', 'store_b']))
    .option('--category <ids...>', 'ids of categories; all of the store unless given')
    .option('--chart <charts...>', 'of store_b: topselling_free, topselling_paid, topgrossing')
    .option('--device <device>', 'phone or tablet')
    .option('--storefront <country>', 'country of the store, such as de; us unless given')
    .addOption(new Option('--depth <depth>', 'how far to follow similar apps').choices(['0', '1', '2']).default('0'))
    .option('--limit <number>', 'apps of a category, at most 200', toPositiveInteger)
    .option('--dry-run', 'say what it would read and cost')
    .option('--json', 'print the run as JSON')
    .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
    .option('--key <key>', 'API key; else SIGHTLINE_ADMIN_KEY, else the one in DATA_DIR')
    .action(async (platform: string, options: CrawlFlags) => {
      const { runAppsCrawl } = await import('./apps-crawl.ts');
      await runAppsCrawl(platform, options);
    });
  addRemoteCommands(apps, APP_COMMANDS);
}

/** What opens the stores itself, or looks at everything. */
function addStoreCommands(program: Command): void {
  program
    .command('export')
    .description('write a project, or everything, into one archive with checksums')
    .argument('<file>', 'the archive, for example sightline.archive; it must not exist')
    .option('--project <id>', 'only this project')
    .option('--all', 'everything')
    .option('--with-keys', 'with --all: hashes of API keys too, so that they go on working')
    .option('--passphrase-file <file>', 'with --all: secrets too, sealed with what this file holds; else ARCHIVE_PASSPHRASE')
    .option('--json', 'print the manifest')
    .action(async (file: string, options: ExportFlags) => {
      const { runExport } = await import('./archive/index.ts');
      await runExport(file, options);
    });

  program
    .command('import')
    .description('restore an archive: everything into an empty service, or a project into one that lacks it')
    .argument('<file>', 'the archive')
    .option('--organization <id>', 'the organization that is here already and that the project is added to')
    .option('--check', 'only say what it would bring')
    .option('--passphrase-file <file>', 'opens the secrets of the archive; else ARCHIVE_PASSPHRASE')
    .option('--without-secrets', 'leave its secrets out: they must be entered again')
    .option('--json', 'print the manifest')
    .action(async (file: string, options: ImportFlags) => {
      const { runImport } = await import('./archive/index.ts');
      await runImport(file, options);
    });

  program
    .command('doctor')
    .description('say what is configured, what is reachable, and what to do about the rest; changes and spends nothing')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: boolean }) => {
      const { runDoctor } = await import('./doctor/index.ts');
      await runDoctor(options);
    });
}

function addSecretCommands(secrets: Command): void {
  secrets
    .command('rotate')
    .description('seal every secret with a new key: SECRETS_KEY with SECRETS_KEY_OLD beside it, else one that is made in DATA_DIR')
    .option('--json', 'print the counts as JSON')
    .action(async (options: { json?: boolean }) => {
      const { rotate } = await import('./rotate-secrets.ts');
      await rotate(options);
    });
}

function toPositiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
