import { postAdminClassifierCorrectionsCsv } from '#client';
import { ask } from '#data/answers/answers.ts';
import { ApiError } from '#data/answers/api-error.ts';

/** So many lines are recorded at once, all of them or none. */
const PER_CALL = 200;

export interface Batch {
  readonly header: string;
  readonly lines: readonly string[];
  /** Of its first line in the file. */
  readonly line: number;
}

/** What is wrong in a file. */
export interface WrongCell {
  /** From 1; that of the header is 1. */
  readonly line: number;
  /** As the header names it; null: the line itself. */
  readonly column: string | null;
  readonly message: string;
}

/** The lines of a file as they are sent. Those without any text keep their numbers. */
export function toBatches(text: string): Batch[] {
  const [header = '', ...lines] = text.split(/\r?\n/u);
  const starts = Array.from({ length: Math.ceil(lines.length / PER_CALL) }, (_none, at) => at * PER_CALL);
  return starts
    .map((start) => ({ header, lines: lines.slice(start, start + PER_CALL), line: start + 2 }))
    .filter((batch) => batch.lines.some((line) => line.trim() !== ''));
}

const PLACE = /^(?:header|lines\[(?<at>\d+)\](?:\.(?<column>.+))?)$/u;

/** Where the service found something wrong, by the numbers of the file. */
export function toWrongCells(details: unknown, first: number): WrongCell[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap(({ path, message }: { readonly path: string; readonly message: string }) => {
    const place = PLACE.exec(path)?.groups;
    if (place === undefined) return [];
    return [{ line: place['at'] === undefined ? 1 : first + Number(place['at']), column: place['column'] ?? null, message }];
  });
}

export interface CheckedFile {
  readonly batches: readonly Batch[];
  /** Lines that hold a correction. */
  readonly corrections: number;
  readonly wrong: readonly WrongCell[];
}

/** Has the service look at all of a file. Nothing is recorded. */
export async function checkFile(text: string): Promise<CheckedFile> {
  const batches = toBatches(text);
  const wrong: WrongCell[] = [];
  let corrections = 0;
  for (const { header, lines, line } of batches) {
    try {
      corrections += (await ask(postAdminClassifierCorrectionsCsv, { body: { header, lines: [...lines], check: true } })).lines;
    } catch (error) {
      const found = error instanceof ApiError && error.status === 400 ? toWrongCells(error.details, line) : [];
      if (found.length === 0) throw error;
      wrong.push(...found);
      // Each batch would say the same of the header.
      if (found.some((one) => one.line === 1)) break;
    }
  }
  return { batches, corrections, wrong };
}

/** Records a file that was looked at. @returns how many corrections; @param onBatch hears how many are recorded so far */
export async function recordFile(batches: readonly Batch[], onBatch: (recorded: number) => void): Promise<number> {
  let recorded = 0;
  for (const { header, lines } of batches) {
    recorded += (await ask(postAdminClassifierCorrectionsCsv, { body: { header, lines: [...lines] } })).recorded;
    onBatch(recorded);
  }
  return recorded;
}
