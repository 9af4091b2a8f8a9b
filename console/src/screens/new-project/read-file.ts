/** A file of keywords as rows of fields: each line of a list has one. */
export interface KeywordFile {
  /** The names of the columns: those of the first line where it looks like a header, else `Column 1` and so on. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column that most likely holds the keywords. */
  readonly likely: number;
}

const SEPARATORS = ['\t', ';', ','] as const;
const NAMES = /^(?:keywords?|search terms?|quer(?:y|ies)|top queries|suchbegriffe?)$/iu;
const QUOTED = /^"(?:[^"]|"")*"/u;

/** Reads a list or a table that a spreadsheet or another tool has saved. */
export function readKeywordFile(text: string): KeywordFile {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '');
  const separator = SEPARATORS.find((one) => splitLine(lines[0] ?? '', one).length > 1 || splitLine(lines[1] ?? '', one).length > 1);
  const all = lines.map((line) => (separator === undefined ? [line.trim()] : splitLine(line, separator)));
  const [first = [], ...rest] = all;
  const named = first.findIndex((name) => NAMES.test(name));
  const width = Math.max(1, ...all.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => (named === -1 ? '' : first[at]) || `Column ${at + 1}`);
  return { columns, rows: named === -1 ? all : rest, likely: Math.max(0, named) };
}

/** The fields of a line, without the quotes around them. */
function splitLine(line: string, separator: string): string[] {
  const fields: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = QUOTED.exec(rest.trimStart());
    const from = quoted ? rest.length - rest.trimStart().length + quoted[0].length : 0;
    const at = rest.indexOf(separator, from);
    const field = (at === -1 ? rest : rest.slice(0, at)).trim();
    fields.push(quoted ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (at === -1) return fields;
    rest = rest.slice(at + separator.length);
  }
}
