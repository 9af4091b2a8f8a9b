import { readLines } from '../../engine/read-lines.ts';

/** Rows of a table in this folder: columns between tabs, `#` begins a comment line. */
export function readTable(name: string): readonly (readonly string[])[] {
  return readLines(new URL(name, import.meta.url)).map((line) => line.split('\t'));
}

/** The values of a cell, between bars. */
export function splitCell(cell = ''): string[] {
  return cell
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
