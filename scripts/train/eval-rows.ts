import { existsSync, readFileSync } from 'node:fs';
import type { LabelledItem, Task, TaskName } from '#areas/classification/models/task.ts';
import { parseCsv } from './csv.ts';

/** The labelled rows that stand beside the project, in `eval/` or `shared/eval/` of a folder above it. */

const FILES: Readonly<Record<TaskName, string>> = { domains: 'domains.dev.csv', urls: 'urls.dev.csv', keywords: 'keywords.dev.csv' };
const PLACES = ['eval/', 'shared/eval/'];
/** Their licence asks for the same licence, so that they measure and never train what ships. */
const SHARE_ALIKE = new Set(['ut1', 'roots:ut1', 'wmn', 'wellformed', 'ota']);
const TWO_PARTS = new Set(['roots', 'constructed']);

/** The folder of `EVAL_DIR`, or the nearest one above the project. */
export function findEvalFolder(): URL | undefined {
  if (process.env.EVAL_DIR !== undefined) return new URL(`file://${process.env.EVAL_DIR}/`);
  let above = new URL('../../', import.meta.url);
  while (above.pathname !== '/') {
    above = new URL('../', above);
    for (const place of PLACES) {
      const folder = new URL(place, above);
      if (existsSync(new URL(FILES.domains, folder))) return folder;
    }
  }
  return undefined;
}

export function readEvalRows(folder: URL, task: Task): LabelledItem[] {
  return parseCsv(readFileSync(new URL(FILES[task.name], folder), 'utf8')).map(([input = '', label = '', source = '']) => {
    const parts = label.split('/');
    const labels: Record<string, readonly string[]> = {};
    for (const { name, evalPart } of task.dimensions.flatMap((dimension) => [dimension, ...(dimension.derived ?? [])])) {
      if (evalPart !== undefined) labels[name] = (parts[evalPart] ?? '').split('|');
    }
    return { input, labels, source };
  });
}

/** The origin of a row: the text before the first colon, or before the second one of `roots:` and `constructed:`. */
export function toOrigin(source: string): string {
  const parts = source.split(':');
  return parts.slice(0, TWO_PARTS.has(parts[0] ?? '') ? 2 : 1).join(':');
}

export function isShareAlike({ source }: Pick<LabelledItem, 'source'>): boolean {
  return SHARE_ALIKE.has(toOrigin(source));
}
