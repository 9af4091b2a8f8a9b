/**
 * `npm run generate`: writes every generated file anew. With `--check` nothing is written, and a file
 * that differs from what would be written fails. Each generator is a script that knows `--check`.
 */
import { runCommand } from './checks/run-step.ts';

const GENERATORS = ['scripts/generate-database-types.ts', 'scripts/generate-api-docs.ts'];

const options = process.argv.slice(2).filter((option) => option === '--check');
for (const script of GENERATORS) {
  const { isOk, output } = await runCommand(process.execPath, [script, ...options]);
  console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${script}${output === '' ? '' : `\n${output}`}`);
  if (!isOk) process.exitCode = 1;
}
