import { existsSync, readFileSync } from 'node:fs';
import type { LabelledItem, Task, TaskName } from '#areas/classification/models/task.ts';
import { findPageBucket } from '#areas/classification/vocabulary/pages.ts';
import { parseCsv } from './csv.ts';

/**
 * The labelled rows that stand beside the project, in `eval/` or `shared/eval/` of a folder above it: the files of the folder
 * itself, and those of `second/`, which has a column for each part of a label and says what a row may be used for.
 */

/** What a row may be used for: by its licence, and by how its label came about. */
export type RowUse = 'train_and_measure' | 'train_only' | 'measure_only';

export interface EvalRow extends LabelledItem {
  readonly use: RowUse;
}

const FIRST: Readonly<Record<TaskName, string>> = { domains: 'domains.dev.csv', urls: 'urls.dev.csv', keywords: 'keywords.dev.csv' };
const SECOND: Readonly<Record<TaskName, { readonly file: string; readonly parts: (labels: readonly string[]) => readonly string[] }>> = {
  domains: { file: 'second/domains.csv', parts: (labels) => labels },
  // The first set has the bucket of a page before its type.
  urls: { file: 'second/urls.csv', parts: (labels) => labels.toReversed() },
  keywords: { file: 'second/keywords.csv', parts: (labels) => labels },
};
const PLACES = ['eval/', 'shared/eval/'];
/** Their licence asks for the same licence, so that they measure and never train what ships. */
const SHARE_ALIKE = new Set(['ut1', 'roots:ut1', 'wmn', 'wellformed', 'ota']);
/** Labels that cue words or a pattern gave: a rule that knows the same cues would be measured against itself. */
const BY_CUES = new Set(['urls/bangs', 'keywords/adqueries']);
const TWO_PARTS = new Set(['roots', 'constructed']);

/** The folder of `EVAL_DIR`, or the nearest one above the project. */
export function findEvalFolder(): URL | undefined {
  if (process.env.EVAL_DIR !== undefined) return new URL(`file://${process.env.EVAL_DIR}/`);
  let above = new URL('../../', import.meta.url);
  while (above.pathname !== '/') {
    above = new URL('../', above);
    for (const place of PLACES) {
      const folder = new URL(place, above);
      if (existsSync(new URL(FIRST.domains, folder))) return folder;
    }
  }
  return undefined;
}

/** The rows of both sets, judged again where a list's label is plainly not the only one. */
export function readEvalRows(folder: URL, task: Task): EvalRow[] {
  return [...readFirst(folder, task), ...readSecond(folder, task)].map(judgeAgain);
}

/**
 * A front page is a homepage, whatever list it stands in: lists of streams, of documentation and of status pages name hosts whose front
 * page is what they collect. Both are right.
 */
function judgeAgain(row: EvalRow): EvalRow {
  const { page_type: types, page_bucket: buckets = [] } = row.labels;
  if (types === undefined || types.includes('homepage') || !isFrontPage(row.input)) return row;
  const bucket = findPageBucket('homepage');
  return {
    ...row,
    labels: { ...row.labels, page_type: [...types, 'homepage'], page_bucket: bucket === undefined ? buckets : [...buckets, bucket] },
  };
}

function isFrontPage(input: string): boolean {
  const url = URL.parse(input);
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
}

function readFirst(folder: URL, task: Task): EvalRow[] {
  return readRecords(new URL(FIRST[task.name], folder)).map(([input = '', label = '', source = '']) => ({
    input,
    labels: toLabels(task, label.split('/')),
    source,
    use: SHARE_ALIKE.has(toOrigin(source)) ? 'measure_only' : toUse(task.name, source),
  }));
}

function readSecond(folder: URL, task: Task): EvalRow[] {
  const { file, parts } = SECOND[task.name];
  const url = new URL(file, folder);
  if (!existsSync(url)) return [];
  return readRecords(url).map((record) => {
    const [source = '', , use = ''] = record.slice(-3);
    const labels = toLabels(task, parts(record.slice(1, -3)));
    return { input: record[0] ?? '', labels, source, use: use === 'measure_only' ? 'measure_only' : toUse(task.name, source) };
  });
}

function readRecords(url: URL): string[][] {
  return parseCsv(readFileSync(url, 'utf8'));
}

function toUse(task: TaskName, source: string): RowUse {
  return source.startsWith('constructed:') || BY_CUES.has(`${task}/${source}`) ? 'train_only' : 'train_and_measure';
}

/** @param parts the parts of a label, each with its acceptable values */
function toLabels(task: Task, parts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const dimensions = task.dimensions.flatMap((dimension) => [dimension, ...(dimension.derived ?? [])]);
  return Object.fromEntries(
    dimensions.flatMap(({ name, evalPart }) => (evalPart === undefined ? [] : [[name, (parts[evalPart] ?? '').split('|')]])),
  );
}

/** The origin of a row: the text before the first colon, or before the second one of `roots:` and `constructed:`. */
export function toOrigin(source: string): string {
  const parts = source.split(':');
  return parts.slice(0, TWO_PARTS.has(parts[0] ?? '') ? 2 : 1).join(':');
}
