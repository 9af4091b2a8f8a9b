import type { ProjectGlance } from '../../../../clients/typescript/src/index.ts';

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
