import { findNextSend } from '#areas/digests/index.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import type { ExportSettings, ExportTiming } from './export.ts';

type Checked = Pick<ExportSettings, 'every' | 'weekday' | 'dayOfMonth'>;

/** @throws AppError 400 with everything of its time that does not go together */
export function assertTogether({ every, weekday, dayOfMonth }: Checked): void {
  const problems: FieldProblem[] = [
    ...(weekday !== null && every !== 'week' ? [{ path: 'weekday', message: 'must be left out unless `every` is week' }] : []),
    ...(dayOfMonth !== null && every !== 'month' ? [{ path: 'day_of_month', message: 'must be left out unless `every` is month' }] : []),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/** With the day that a rhythm has unless one is given. */
export function withDay<Settings extends Checked>(settings: Settings): Settings {
  const { every, weekday, dayOfMonth } = settings;
  return {
    ...settings,
    weekday: every === 'week' ? (weekday ?? 1) : weekday,
    dayOfMonth: every === 'month' ? (dayOfMonth ?? 1) : dayOfMonth,
  };
}

/** When it comes next by itself; null: it does not. */
export function findNextRun({ every, ...timing }: ExportTiming & Pick<ExportSettings, 'isEnabled'>, after: Date): Date | null {
  return every === null || !timing.isEnabled ? null : findNextSend({ ...timing, every }, after);
}
