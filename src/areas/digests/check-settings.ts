import { invalid, type FieldProblem } from '#kernel/errors.ts';
import { ONE_PROJECT_SECTIONS } from './content/section-names.ts';
import type { DigestSettings } from './digest.ts';

type Checked = Pick<DigestSettings, 'scopeKind' | 'projectIds' | 'sections' | 'every' | 'weekday' | 'dayOfMonth'>;

/** @throws AppError 400 with everything that does not go together */
export function assertTogether(settings: Checked): void {
  const problems = [...listScopeProblems(settings), ...listDayProblems(settings), ...listSectionProblems(settings)];
  if (problems.length > 0) throw invalid(problems);
}

/** With the day that a rhythm has unless one is given, and without that of another. */
export function withDay<Settings extends Pick<Checked, 'every' | 'weekday' | 'dayOfMonth'>>(settings: Settings): Settings {
  const { every, weekday, dayOfMonth } = settings;
  return {
    ...settings,
    weekday: every === 'week' ? (weekday ?? 1) : weekday,
    dayOfMonth: every === 'month' ? (dayOfMonth ?? 1) : dayOfMonth,
  };
}

function listScopeProblems({ scopeKind, projectIds }: Checked): FieldProblem[] {
  const count = projectIds?.length ?? 0;
  const path = 'scope.project_ids';
  if (scopeKind === 'organization') return count === 0 ? [] : [{ path, message: 'must be left out for an organization' }];
  if (scopeKind === 'project') return count === 1 ? [] : [{ path, message: 'must name one project' }];
  return count > 0 ? [] : [{ path, message: 'must name a project' }];
}

function listDayProblems({ every, weekday, dayOfMonth }: Checked): FieldProblem[] {
  return [
    ...(weekday !== null && every !== 'week' ? [{ path: 'weekday', message: 'must be left out unless `every` is week' }] : []),
    ...(dayOfMonth !== null && every !== 'month' ? [{ path: 'day_of_month', message: 'must be left out unless `every` is month' }] : []),
  ];
}

function listSectionProblems({ scopeKind, projectIds, sections }: Checked): FieldProblem[] {
  if (scopeKind !== 'organization' && projectIds?.length === 1) return [];
  const misplaced = sections.filter((name) => (ONE_PROJECT_SECTIONS as readonly string[]).includes(name));
  return misplaced.length === 0 ? [] : [{ path: 'sections', message: `must not have ${misplaced.join(' or ')} for several projects` }];
}
