import { readFile } from 'node:fs/promises';

/** Settings by their names, out of the file that `npm run stores` writes. */
export async function readEnvironment(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
