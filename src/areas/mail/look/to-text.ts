import { LINE_LENGTH_MAX, TEXT_LENGTH_MAX, toCells, type MailBlock, type Piece } from './blocks.ts';
import { toLine, toPlain, toWebUrl } from '#kernel/text.ts';

const UNDERLINE_MAX = 60;

const line = (text: string): string => toLine(text, LINE_LENGTH_MAX);

/** Each piece ends with a blank line. */
export function toTextPiece(block: MailBlock): Piece {
  switch (block.kind) {
    case 'heading':
      return whole(`${line(block.text)}\n${'-'.repeat(Math.min(line(block.text).length, UNDERLINE_MAX))}`);
    case 'text':
    case 'note':
      return whole(toPlain(block.text, TEXT_LENGTH_MAX));
    case 'link':
      return whole([line(block.text), toWebUrl(block.url)].filter((part) => part !== undefined).join(':\n'));
    case 'facts':
      return toRows(
        block.rows.map(({ label, value, change }) => `${line(label)}: ${line(value)}${change === undefined ? '' : ` (${line(change)})`}\n`),
      );
    case 'table':
      return toRows(block.rows.map((row) => toRow(block.columns, row)));
  }
}

function whole(text: string): Piece {
  return { head: '', rows: text === '' ? [] : [`${text}\n\n`], tail: '', more: () => '' };
}

function toRows(rows: readonly string[]): Piece {
  return { head: '', rows, tail: rows.length === 0 ? '' : '\n', more: (count) => `and ${count} more\n` };
}

type Table = Extract<MailBlock, { kind: 'table' }>;

/** The first cell names the row; the others stand with their columns, because nothing is aligned in a proportional font. */
function toRow(columns: Table['columns'], { cells, url }: Table['rows'][number]): string {
  const [name = '', ...others] = toCells(columns, cells);
  const rest = others.flatMap((cell, at) => (cell.trim() === '' ? [] : [`${line(columns[at + 1] ?? '')}: ${line(cell)}`]));
  const address = url === undefined ? undefined : toWebUrl(url);
  const first = [`- ${line(name)}`, ...(rest.length === 0 ? [] : [rest.join(', ')])].join(' | ');
  return `${first}\n${address === undefined ? '' : `  ${address}\n`}`;
}
