import { readFileSync } from 'node:fs';

/** Rows of a table in this folder: columns between tabs, `#` begins a comment line. */
export function readTable(name: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** The values of a cell, between bars. */
export function splitCell(cell = ''): string[] {
  return cell
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
