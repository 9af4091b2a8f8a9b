import { UnreadableFileError } from './unreadable.ts';

const LINE_LENGTH_MAX = 1_048_576;

/** Lines of a text that arrives in pieces, without their ends, those of a piece at a time. @throws UnreadableFileError for a line of more than a million characters */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_LENGTH_MAX) throw new UnreadableFileError('A line of the file is too long');
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  if (rest !== '') yield [rest];
}

/** The first lines of the head of a file. */
export function headLines(text: string, count: number): string[] {
  return text.replace(/^\uFEFF/u, '').split(/\r?\n/u, count);
}
