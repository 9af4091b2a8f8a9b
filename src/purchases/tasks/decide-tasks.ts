import type { AppContext } from '#context';
import type { Decided, Question } from '../question.ts';
import type { WaitingRow } from './store.ts';

/** What a waiting task asks now. */
export interface DecidedTask extends Decided<unknown> {
  readonly question: Question;
}

export interface DecidedTasks<Row> {
  readonly wanted: readonly { readonly row: Row; readonly decided: DecidedTask }[];
  /** Those that their question no longer wants. */
  readonly gone: readonly Row[];
}

/** Has questions say what their waiting tasks should ask now. Tasks of a question that this process does not know are left out. */
export async function decideTasks<Row extends WaitingRow>(
  { postgres, purchases: { questions } }: Pick<AppContext, 'postgres' | 'purchases'>,
  rows: readonly Row[],
): Promise<DecidedTasks<Row>> {
  const wanted: { row: Row; decided: DecidedTask }[] = [];
  const gone: Row[] = [];
  for (const [name, own] of Map.groupBy(rows, ({ question }) => question)) {
    const question = questions.get(name);
    if (question === undefined) continue;
    const decided =
      (await question.decide?.(postgres, own)) ?? own.map(({ ordered }) => ({ asked: question.parse(ordered), readDepth: 0 }));
    for (const [at, row] of own.entries()) {
      const one = decided[at];
      if (one === undefined) gone.push(row);
      else wanted.push({ row, decided: { ...one, question } });
    }
  }
  return { wanted, gone };
}

/** Why a task that is no longer wanted was skipped. */
export const NOT_WANTED = 'not_tracked';
