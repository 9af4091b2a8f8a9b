import { ask } from './answers.ts';
import type { Operation } from './ask-once.ts';

/** A list of which a screen shows a part. */
export interface WholeList {
  /** Rows that `read` gives. */
  readonly total: number;
  /** Whether there are more than that. */
  readonly isCut: boolean;
  /**
   * All of it as the service writes CSV, with the filters of the screen.
   * @throws ApiError when a page of it cannot be read
   */
  readonly read: () => Promise<string>;
}

export interface ListPlace {
  readonly limit: number;
  readonly total: number;
}

/** What a browser can be expected to hold as one file. */
const ROWS_MAX = 20_000;
const LINE_END = '\r\n';

/** The whole of a list that comes in pages; undefined when its first page is all of it. `options` are those of the screen. */
export function toWholeList<Options extends { readonly query?: object }, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  { limit, total }: ListPlace,
): WholeList | undefined {
  if (total <= limit) return undefined;
  const rows = Math.min(total, ROWS_MAX);
  const readPage = async (offset: number): Promise<string> => {
    const query = { ...options.query, offset, limit: Math.min(limit, rows - offset), format: 'csv' };
    return (await ask(operation, { ...options, query } as Options)) as string;
  };
  const read = async (): Promise<string> => {
    let text = await readPage(0);
    // Names of columns stand at the top of each page, and hold no line end.
    for (let offset = limit; offset < rows; offset += limit)
      text += (await readPage(offset)).replace(new RegExp(`^[^${LINE_END}]*${LINE_END}`, 'u'), '');
    return text;
  };
  return { total: rows, isCut: total > rows, read };
}
