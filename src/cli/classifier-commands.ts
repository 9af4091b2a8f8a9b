import { Argument, type Command } from 'commander';
import type { TextKind } from '#areas/classification/index.ts';
import type { ClassifyFlags } from './classify.ts';
import type { CorrectFlags } from './correct.ts';

/** `sightline classify` and `sightline correct` (docs/classification.md). */
export function addClassifierCommands(program: Command): void {
  addClassifyCommand(program);
  addCorrectCommand(program);
}

function addClassifyCommand(program: Command): void {
  program
    .command('classify')
    .description('classify domains, addresses or keywords by the free stages, one JSON a line; without a service')
    .addArgument(new Argument('<kind>', 'what the lines are').choices(['domain', 'url', 'keyword']))
    .argument('[lines...]', 'what to classify; else the file, else standard input, a line each')
    .option('--file <file>', 'read lines from this file; - for standard input')
    .option('--brands <file>', 'of keywords: names that count as brands, a line each')
    .option('--skip-fetch', 'pages are not wanted either: unsure lines are not marked as skipped')
    .option('--skip-llm', 'nor is a language model')
    .option('--json', 'print nothing but JSON: no summary on stderr')
    .action(async (kind: TextKind, lines: string[], options: ClassifyFlags) => {
      const { runClassify } = await import('./classify.ts');
      await runClassify(kind, lines, options);
    });
}

function addCorrectCommand(program: Command): void {
  program
    .command('correct')
    .description('say what domains, pages and keywords really are, from a CSV file, to the running service')
    .argument('<file>', 'names of columns, then a correction a line; docs/classification.md names the columns')
    .option('--check', 'only name what is wrong, by line and column; record nothing')
    .option('--json', 'print what happened as JSON')
    .option('--url <address>', 'where the service is; else SIGHTLINE_URL, else HOST and PORT')
    .option('--key <key>', 'API key; else SIGHTLINE_ADMIN_KEY, else the one in DATA_DIR')
    .action(async (file: string, options: CorrectFlags) => {
      const { runCorrect } = await import('./correct.ts');
      await runCorrect(file, options);
    });
}
