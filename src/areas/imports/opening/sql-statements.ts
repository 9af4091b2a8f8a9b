/** The parts of a dump's statements that are no values. */

const NAME = '[`"]?([A-Za-z_][A-Za-z0-9_]*)[`"]?';
const QUALIFIED = `(?:${NAME}\\.)?${NAME}`;
const INSERT = new RegExp(`insert\\s+into\\s+${QUALIFIED}\\s*(?:\\(([^()']*)\\)\\s*)?values\\s*`, 'iy');
const COPY = new RegExp(`^copy\\s+${QUALIFIED}\\s*\\(([^()']*)\\)\\s+from\\s+stdin`, 'iu');
const CREATE = new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${QUALIFIED}\\s*\\(([\\s\\S]*)\\)`, 'iu');
const NOT_A_COLUMN = /^(?:primary|unique|key|index|constraint|foreign|check|fulltext)\b/iu;
const COLUMN = new RegExp(`^${NAME}\\s`, 'u');

export interface RowsHeader {
  /** In lower case, without its schema. */
  readonly table: string;
  /** Undefined: the order of the table. */
  readonly columns: readonly string[] | undefined;
}

/** The head of an `INSERT` that begins at a place of the text, and where its values begin. */
export function matchInsert(text: string, at: number): (RowsHeader & { readonly next: number }) | undefined {
  INSERT.lastIndex = at;
  const match = INSERT.exec(text);
  return match === null ? undefined : { ...toHeader(match[2], match[3]), next: INSERT.lastIndex };
}

/** The head of a `COPY … FROM stdin` of PostgreSQL. */
export function matchCopy(statement: string): RowsHeader | undefined {
  const match = COPY.exec(statement);
  return match === null ? undefined : toHeader(match[2], match[3]);
}

/** The names of the columns that a `CREATE TABLE` makes. */
export function matchCreate(statement: string): { readonly table: string; readonly columns: readonly string[] } | undefined {
  const match = CREATE.exec(statement);
  if (match === null) return undefined;
  const columns = splitOutside(match[3] ?? '')
    .map((part) => part.trim())
    .filter((part) => !NOT_A_COLUMN.test(part))
    .map((part) => COLUMN.exec(part)?.[1]?.toLowerCase())
    .filter((name) => name !== undefined);
  return { table: (match[2] ?? '').toLowerCase(), columns };
}

/** End of the statement that begins at a place of the text, behind its `;`; undefined: it lies behind the text. */
export function findStatementEnd(text: string, start: number): number | undefined {
  const MARK = /['";`]|\$[A-Za-z_]*\$/gu;
  MARK.lastIndex = start;
  for (let match = MARK.exec(text); match !== null; match = MARK.exec(text)) {
    const [mark] = match;
    if (mark === ';') return match.index + 1;
    const close = text.indexOf(mark, match.index + mark.length);
    if (close === -1) return undefined;
    MARK.lastIndex = close + mark.length;
  }
  return undefined;
}

function toHeader(table: string | undefined, columns: string | undefined): RowsHeader {
  return {
    table: (table ?? '').toLowerCase(),
    columns: columns?.split(',').map((name) => name.replaceAll(/[`"\s]/gu, '').toLowerCase()),
  };
}

/** Parts between commas that stand in no brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
