import { invalid } from '#kernel/errors.ts';
import type { FieldProblem } from '#kernel/errors.ts';
import { countDaysBetween } from '#kernel/days.ts';
import { SECTIONS } from './sections/index.ts';
import { SHARE_DAYS_MAX, type Share, type ShareFilter } from './share.ts';

type Shown = Pick<Share, 'sections' | 'filter' | 'range' | 'fromDay' | 'toDay' | 'expiresAt'>;

/**
 * Whether a share can show what it says. A section that knows nothing of a part of the filter would show more than
 * the filter allows.
 * @param now real time
 * @throws AppError 400
 */
export function assertShowable({ sections, filter, range, fromDay, toDay, expiresAt }: Shown, now: Date): void {
  const problems: FieldProblem[] = [];
  for (const { name, ignores } of SECTIONS) {
    const ignored = ignores.flatMap((field) => listNames(field, filter));
    if (sections.includes(name) && ignored.length > 0)
      problems.push({ path: 'sections', message: `must not have ${name} while the filter has ${toNames(ignored)}` });
  }
  if (fromDay !== null && toDay !== null && toDay < fromDay) problems.push({ path: 'to', message: 'must not be before from' });
  if (range === 'fixed' && fromDay !== null && toDay !== null && countDaysBetween(fromDay, toDay) >= SHARE_DAYS_MAX)
    problems.push({ path: 'to', message: `must be at most ${SHARE_DAYS_MAX - 1} days after from` });
  if (expiresAt !== null && expiresAt <= now) problems.push({ path: 'expires_at', message: 'must be in the future' });
  if (problems.length > 0) throw invalid(problems);
}

/** A message stays short: a filter can have twenty parts. */
const NAMES_MAX = 3;

function toNames(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return [...names.slice(0, NAMES_MAX), ...(more > 0 ? [`${more} more`] : [])].join(' or ');
}

const WIRE_NAMES: Readonly<Record<string, string>> = { tagId: 'tag', languageCode: 'language_code' };

/** What is given of a part of the filter, as requests name it. */
function listNames(field: keyof ShareFilter, filter: ShareFilter): string[] {
  const value = filter[field];
  if (value === undefined) return [];
  return typeof value === 'object' ? Object.keys(value) : [WIRE_NAMES[field] ?? field];
}
