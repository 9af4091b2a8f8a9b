import { useNow } from '#app/session.tsx';
import { sayNextCheck, sayOneCheck } from '#data/time/next-check.ts';
import type { Keywords } from '../table/keywords.ts';

/** What is said of the history of a keyword while it has one check. */
export function useOneCheck({ columns, answer }: Keywords, row: number): string {
  const now = useNow();
  const next = columns.is_paused[row] ? null : (columns.next_check_at[row] ?? null);
  return sayOneCheck(sayNextCheck(next, now(), answer.time_zone));
}
