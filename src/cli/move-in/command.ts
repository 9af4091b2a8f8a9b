import { Option, type Command } from 'commander';
import type { CheckInterval } from '#areas/keywords/index.ts';
import type { MoveInFlags } from './run.ts';

/** Of the intervals, those that make checks. */
const TRACKED = ['daily', 'weekly', 'monthly'] as const satisfies readonly CheckInterval[];

/** `sightline move-in` (docs/moving-in.md, "In one command"). */
export function addMoveInCommand(program: Command): void {
  program
    .command('move-in')
    .description('bring the history of another tracker into a project, by the running service')
    .argument(
      '<file>',
      'a file of SerpBear, Serposcope, OpenSEO, Semrush, Ahrefs, keyword.com, or a CSV; or the address of a running SerpBear',
    )
    .requiredOption('--project <id>', 'the project that gets the history')
    .option('--kind <kind>', 'what the file is; found out unless given')
    .option('--serpbear-key <key>', 'with the address of a SerpBear: its APIKEY')
    .option('--site <host>', 'the website, where the file does not name it')
    .option('--location <code>', 'number of the place, where the file does not name it', Number)
    .option('--language <code>', 'such as de, where the file does not name it')
    .addOption(new Option('--device <device>', 'where the file does not name it').choices(['desktop', 'mobile']))
    .option('--time-zone <name>', 'where the days of the other program begin, such as Europe/Berlin')
    .addOption(new Option('--date-order <order>', 'of dates like 03/04/2026').choices(['dmy', 'mdy', 'ymd']))
    .option('--depth <places>', 'to which place the other program read', Number)
    .option('--day <day>', 'of a file that names none, YYYY-MM-DD')
    .option('--meaning <meanings...>', 'of a text that is no place: TEXT=unknown, TEXT=not_found, TEXT=not_found:20 or TEXT=5')
    .option('--accept-rejects', 'also when more than half of the rows are rejected')
    .addOption(new Option('--track <interval>', 'track its keywords too').choices(TRACKED))
    .option('--dry-run', 'show what would become of it, and write nothing')
    .option('--yes', 'do not ask before writing')
    .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
    .option('--key <key>', 'API key; else SIGHTLINE_ADMIN_KEY, else the one in DATA_DIR')
    .action(async (file: string, options: MoveInFlags) => {
      const { runMoveIn } = await import('./run.ts');
      await runMoveIn(file, options);
    });
}
