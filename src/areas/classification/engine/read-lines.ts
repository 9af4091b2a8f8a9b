import { readFileSync } from 'node:fs';

/** The lines of a table of rules, in their order, without empty lines and comments, which begin with `#`. */
export function readLines(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}
