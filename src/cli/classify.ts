import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { loadFreeClassifier, type TextAnswer, type TextKind } from '#areas/classification/index.ts';
import { formatPlural } from '#kernel/text.ts';

export interface ClassifyFlags {
  readonly file?: string;
  readonly brands?: string;
  readonly skipFetch?: true;
  readonly skipLlm?: true;
  readonly json?: true;
}

/** Below this the stages that need the service would have been asked. */
const SURE_FROM = 70;
/** So much text is written at once. */
const PIECE_LENGTH = 64 * 1024;

/**
 * `sightline classify`: reads lines and prints one JSON a line, by the free stages alone: no service, no store, no
 * network. Reads and writes in pieces, so that the number of lines does not matter.
 * @throws Error when a file cannot be read
 */
export async function runClassify(kind: TextKind, texts: readonly string[], flags: ClassifyFlags): Promise<void> {
  const brands = flags.brands === undefined ? [] : await readBrands(flags.brands);
  const { createFreeClassifier, classifyText } = await loadFreeClassifier();
  const classifier = createFreeClassifier();
  process.stdout.once('error', endQuietly);
  const counts = { lines: 0, unreadable: 0, toReview: 0 };
  let piece = '';
  for await (const line of texts.length > 0 ? texts : await readLines(flags.file)) {
    if (line.trim() === '') continue;
    const answer = classifyText(classifier, kind, line, { brands });
    counts.lines += 1;
    if ('error' in answer) counts.unreadable += 1;
    else if (answer.needs_review) counts.toReview += 1;
    piece += `${JSON.stringify(addSkipped(answer, flags))}\n`;
    if (piece.length < PIECE_LENGTH) continue;
    await write(piece);
    piece = '';
  }
  await write(piece);
  if (flags.json === true) return;
  process.stderr.write(`${formatPlural(counts.lines, 'line')}, ${counts.toReview} to review, ${counts.unreadable} could not be read\n`);
}

/** What reads pages or asks a language model runs in the service: unless both were left out, the line says that they were. */
function addSkipped(answer: TextAnswer, { skipFetch, skipLlm }: ClassifyFlags): TextAnswer | (TextAnswer & Skipped) {
  if ('error' in answer || answer.confidence >= SURE_FROM || (skipFetch === true && skipLlm === true)) return answer;
  return { ...answer, skipped: true, skip_reason: 'needs_service' };
}

interface Skipped {
  readonly skipped: true;
  readonly skip_reason: 'needs_service';
}

/** A reader that has seen enough, such as `head`, closes the pipe. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

async function readLines(file: string | undefined): Promise<AsyncIterable<string>> {
  if (file !== undefined && file !== '-') return (await open(file)).readLines();
  return createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
}

async function readBrands(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/u);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
