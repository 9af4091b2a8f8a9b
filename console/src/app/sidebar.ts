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

/** The path of a screen, with the project in it. */
export function toPath({ path }: Pick<Screen, 'path'>, projectId: string | undefined): string {
  return path.replace('$projectId', projectId ?? '');
}

/** The screens that lead to a screen, the nearest last; none for a screen that stands by itself. */
export function toTrail(screens: readonly Screen[], { parent }: Pick<Screen, 'parent'>): readonly Screen[] {
  const above = parent === undefined ? undefined : screens.find(({ name }) => name === parent);
  return above ? [...toTrail(screens, above), above] : [];
}
