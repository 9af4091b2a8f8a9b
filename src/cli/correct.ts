import { readFile } from 'node:fs/promises';
import { formatPlural } from '#kernel/text.ts';
import { toGroups } from '#kernel/lists.ts';
import { callService, RefusedError } from './remote/call-service.ts';

export interface CorrectFlags {
  readonly check?: true;
  readonly json?: true;
  readonly url?: string;
  readonly key?: string;
}

const PATH = '/api/admin/classifier/corrections/csv';
/** So many lines are recorded at once, all of them or none. */
const PER_CALL = 200;

/** A wrong cell of the file. */
interface WrongCell {
  /** From 1; that of the header is 1. */
  readonly line: number;
  /** As the header names it; null: the line itself. */
  readonly column: string | null;
  readonly message: string;
}

interface Batch {
  readonly header: string;
  readonly lines: readonly string[];
  /** Of its first line. */
  readonly line: number;
}

type Say = (text: string) => void;
const print: Say = (text) => void process.stdout.write(`${text}\n`);

/**
 * `sightline correct`: reads corrections from CSV, has the running service look at all of them, and records them unless one is wrong.
 * @throws Error when the file cannot be read or the service does not answer
 */
export async function runCorrect(file: string, flags: CorrectFlags, say: Say = print): Promise<void> {
  const batches = toBatches(await readFile(file, 'utf8'));
  const wrong: WrongCell[] = [];
  let found = 0;
  for (const batch of batches) {
    const checked = await send(batch, { ...flags, isCheck: true });
    if ('wrong' in checked) wrong.push(...checked.wrong);
    else found += checked.lines;
    // Each batch would say the same of the header.
    if (wrong.some(({ line }) => line === 1)) break;
  }
  if (wrong.length > 0) {
    say(flags.json === true ? JSON.stringify({ recorded: 0, wrong }, undefined, 2) : `${describeWrong(wrong)}\nNothing was recorded.`);
    process.exitCode = 1;
    return;
  }
  const recorded = flags.check === true ? 0 : await sendAll(batches, flags);
  if (flags.json === true) say(JSON.stringify({ corrections: found, recorded, wrong }, undefined, 2));
  else if (flags.check === true) say(`${formatPlural(found, 'correction')} can be recorded. Nothing was.`);
  else say(`${formatPlural(recorded, 'correction')} recorded. POST /api/admin/classifier/corrections/learn makes examples of them.`);
}

async function sendAll(batches: readonly Batch[], flags: CorrectFlags): Promise<number> {
  let recorded = 0;
  for (const batch of batches) {
    const sent = await send(batch, { ...flags, isCheck: false }).catch((cause: unknown) => {
      throw new Error(`What stands before line ${batch.line} was recorded; sending the file again records nothing twice.`, { cause });
    });
    if ('wrong' in sent) throw new Error(`What stands before line ${batch.line} was recorded.\n${describeWrong(sent.wrong)}`);
    recorded += sent.recorded;
  }
  return recorded;
}

function toBatches(text: string): Batch[] {
  const [header = '', ...lines] = text.split(/\r?\n/u);
  return toGroups([...lines.entries()], PER_CALL).flatMap((group) => {
    const [[at] = [0]] = group;
    return group.every(([, line]) => line.trim() === '') ? [] : [{ header, lines: group.map(([, line]) => line), line: at + 2 }];
  });
}

async function send(
  { header, lines, line }: Batch,
  { isCheck, ...address }: CorrectFlags & { readonly isCheck: boolean },
): Promise<{ readonly lines: number; readonly recorded: number } | { readonly wrong: readonly WrongCell[] }> {
  try {
    const answer = await callService({ method: 'POST', path: PATH, body: { header, lines, ...(isCheck && { check: true }) } }, address);
    return answer as { lines: number; recorded: number };
  } catch (error) {
    const wrong = error instanceof RefusedError ? toWrong(error.answer, line) : [];
    if (wrong.length === 0) throw error;
    return { wrong };
  }
}

const PLACE = /^(?:header|lines\[(?<at>\d+)\](?:\.(?<column>.+))?)$/u;

function toWrong(answer: unknown, first: number): WrongCell[] {
  const { details } = (answer ?? {}) as { details?: readonly { readonly path: string; readonly message: string }[] };
  return (Array.isArray(details) ? details : []).flatMap(({ path, message }) => {
    const place = PLACE.exec(path)?.groups;
    if (place === undefined) return [];
    return [{ line: place['at'] === undefined ? 1 : first + Number(place['at']), column: place['column'] ?? null, message }];
  });
}

function describeWrong(wrong: readonly WrongCell[]): string {
  const lines = wrong.map(({ line, column, message }) => `line ${line}${column === null ? '' : `, ${column}`}: ${message}`);
  return lines.join('\n');
}
