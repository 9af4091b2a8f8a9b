import { GROUPS, type Group, type Screen } from './screen.ts';

export interface Viewer {
  readonly scopes: ReadonlySet<string>;
  readonly isSandbox: boolean;
  /** The project whose screens are offered. */
  readonly projectId: string | undefined;
}

export interface SidebarGroup {
  readonly group: Group;
  readonly label: string;
  readonly screens: readonly Screen[];
}

const LABELS: Readonly<Record<Exclude<Group, 'none'>, string>> = {
  project: 'Project',
  domains: 'Domains',
  research: 'Research',
  apps: 'Apps',
  classification: 'Classification',
  operations: 'Operations',
  settings: 'Settings',
};

/** The names of the parameters of a path, such as `projectId`. */
export function listParameters(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part.startsWith('$'))
    .map((part) => part.slice(1));
}

/** Whether a screen can be opened from everywhere: its place needs no more than the project. */
export function canOpen({ path, scope, isSandboxOnly = false, isOpen = false }: Screen, { scopes, isSandbox, projectId }: Viewer): boolean {
  const needs = listParameters(path);
  const isReachable = needs.length === 0 || (needs.length === 1 && needs[0] === 'projectId' && projectId !== undefined);
  return isReachable && !isOpen && (scope === undefined || scopes.has(scope)) && (!isSandboxOnly || isSandbox);
}

/** The sidebar of a person: groups that have a screen for them, in the order of the list. */
export function toSidebar(screens: readonly Screen[], viewer: Viewer): SidebarGroup[] {
  return GROUPS.flatMap((group) => {
    if (group === 'none') return [];
    const shown = screens.filter((screen) => screen.group === group && canOpen(screen, viewer));
    return shown.length === 0 ? [] : [{ group, label: LABELS[group], screens: shown }];
  });
}

/** Groups of no more are items: a heading that opens would take as much room. */
const ITEMS_MOST = 2;

/** Whether a group is a heading that opens: the screens of a project stand there always. */
export function isFolding({ group, screens }: Pick<SidebarGroup, 'group' | 'screens'>): boolean {
  return group !== 'project' && screens.length > ITEMS_MOST;
}

/** Groups that a person opened or closed, by their names. */
export type Folds = Readonly<Partial<Record<Group, boolean>>>;

/** Whether a group shows its screens: as the person left it; at first, while one of them is on screen. */
export function isUnfolded(
  { group, screens }: Pick<SidebarGroup, 'group' | 'screens'>,
  folds: Folds,
  current: string | undefined,
): boolean {
  return folds[group] ?? screens.some(({ name }) => name === current);
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

/** The path of a screen, with the project in it. */
export function toPath({ path }: Pick<Screen, 'path'>, projectId: string | undefined): string {
  return path.replace('$projectId', projectId ?? '');
}

/** The screens that lead to a screen, the nearest last; none for a screen that stands by itself. */
export function toTrail(screens: readonly Screen[], { parent }: Pick<Screen, 'parent'>): readonly Screen[] {
  const above = parent === undefined ? undefined : screens.find(({ name }) => name === parent);
  return above ? [...toTrail(screens, above), above] : [];
}
