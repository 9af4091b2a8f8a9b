import type { ProjectGlance } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinSentences, joinWords, sayIs, sayPoints } from '#data/sentence.ts';
import { isolate } from '#data/isolate.ts';

/** The change of the share of voice over the last 28 days. Null: one of the two is not known. */
export function toShareChange({ share_of_voice: now, previous_share_of_voice: before }: ProjectGlance): number | null {
  return now === null || before === null ? null : now - before;
}

interface ProjectFilter {
  readonly text: string | undefined;
  readonly starred: ReadonlySet<string>;
}

/** The projects whose name holds a text, those with a star first. */
export function listProjects(projects: readonly ProjectGlance[], { text = '', starred }: ProjectFilter): ProjectGlance[] {
  const wanted = text.trim().toLowerCase();
  return projects
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => Number(starred.has(other.id)) - Number(starred.has(one.id)));
}

/** How many projects there are, which one lost most, and where checks failed or are missing. */
export function sayProjects(projects: readonly ProjectGlance[], total: number): string | undefined {
  if (total === 0) return undefined;
  const listed = projects.length < total ? `; of the ${formatCount(projects.length)} below` : '';
  const changes = projects.flatMap((project) => ({ project, change: toShareChange(project) ?? 0 }));
  const [worst] = changes.filter(({ change }) => change < 0).toSorted((one, other) => one.change - other.change);
  const points = worst && sayPoints(worst.change);
  const sum = (read: (project: ProjectGlance) => number): number => projects.reduce((all, project) => all + read(project), 0);
  const pending = sum(({ pending_checks: count }) => count);
  const states = joinWords([
    sum(({ failed_checks: count }) => count) > 0 &&
      `the newest check of ${formatPlural(
        sum(({ failed_checks: count }) => count),
        'keyword',
      )} failed`,
    pending > 0 && `${sayIs(pending, formatPlural(pending, 'keyword'))} not checked yet`,
  ]);
  return joinSentences([
    `${formatPlural(total, 'project')}${listed}${states === '' ? '' : `: ${states}`}.`,
    worst && points !== undefined && `${isolate(worst.project.name)} lost most: ${points} of share of voice in 28 days.`,
  ]);
}
