import type { Export, ExportRun } from '#client';
import { formatCount, formatInstant, formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';

/** Never "done" for what lacks something. */
export const STATUS_WORDS: Readonly<Record<ExportRun['status'], string>> = {
  queued: 'waits for its turn',
  running: 'being written',
  done: 'done',
  partial: 'not all of it',
  refused: 'refused',
  failed: 'failed',
};

/** Where its files are brought. */
export function sayWhere(to: Export['destination']): string {
  if (to.kind === 'link') return `a link, for ${formatPlural(to.days, 'day')}`;
  if (to.kind === 'folder') return `the folder ${to.folder}`;
  if (to.kind === 's3') return `s3://${to.bucket}${to.prefix === '' ? '' : `/${to.prefix}`}`;
  return 'a receiver, by a signed message';
}

/** What became of a run, with the reason. */
export function sayRun({ status, rows, total, reason }: Pick<ExportRun, 'status' | 'rows' | 'total' | 'reason'>): string {
  const word = STATUS_WORDS[status];
  if (status === 'running') return `${word}: ${formatCount(rows)}${total === null ? '' : ` of ${formatCount(total)}`} rows so far`;
  const said = status === 'done' || status === 'partial' ? `${word}, ${formatPlural(rows, 'row')}` : word;
  return reason === null ? said : `${said}: ${reason}`;
}

/** The sentence of the list: what comes next, and what went wrong. */
export function sayExports(exports: readonly Pick<Export, 'name' | 'next_run_at' | 'last_run'>[], total: number): string {
  if (total === 0) return 'There is no export yet.';
  const wrong = exports.filter(({ last_run: run }) => run !== null && ['partial', 'refused', 'failed'].includes(run.status));
  const next = exports.flatMap(({ next_run_at: at }) => (at === null ? [] : [at])).toSorted()[0];
  const count = formatPlural(total, 'export');
  const when = next === undefined ? `${count}, none by a schedule.` : `${count}; the next one comes ${formatInstant(next)} UTC.`;
  return wrong.length === 0 ? when : `${when} Not whole: the last run of ${joinWords(wrong.map(({ name }) => name))}.`;
}
