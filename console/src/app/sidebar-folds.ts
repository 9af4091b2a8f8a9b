import { GROUPS, type Group } from './screen.ts';
import type { SidebarGroup } from './sidebar.ts';

/** Groups of no more are items: a heading that opens would take as much room. */
const ITEMS_MOST = 2;

/** Whether a group is a heading that opens: the screens of a project stand there always. */
export function isFolding({ group, screens }: Pick<SidebarGroup, 'group' | 'screens'>): boolean {
  return group !== 'project' && screens.length > ITEMS_MOST;
}

/** Groups that a person opened or closed, by their names. */
export type Folds = Readonly<Partial<Record<Group, boolean>>>;

/**
 * State of a group, open or folded: as the person left it; at first open while one of them is on screen or leads to what is.
 * @param current names of the screen and of those that lead to it
 */
export function isUnfolded({ group, screens }: Pick<SidebarGroup, 'group' | 'screens'>, folds: Folds, current: readonly string[]): boolean {
  return folds[group] ?? screens.some(({ name }) => current.includes(name));
}

const SIGNS = { true: '+', false: '-' } as const;

/** The choices as a text that a browser remembers: `+operations -apps`. */
export function formatFolds(folds: Folds): string | undefined {
  const words = GROUPS.flatMap((group) => (folds[group] === undefined ? [] : [`${SIGNS[`${folds[group]}`]}${group}`]));
  return words.length === 0 ? undefined : words.join(' ');
}

/** What cannot be read is no choice. */
export function parseFolds(text: string | undefined): Folds {
  const words = (text ?? '').split(' ');
  const chosen = GROUPS.filter((group) => words.includes(`+${group}`) || words.includes(`-${group}`));
  return Object.fromEntries(chosen.map((group) => [group, words.includes(`+${group}`)]));
}
