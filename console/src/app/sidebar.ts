import type { Rights } from './rights.ts';
import { GROUPS, type Group, type Screen } from './screen.ts';

export interface Visitor extends Pick<Rights, 'rights' | 'parts'> {
  readonly isSandbox: boolean;
}

export interface Viewer extends Visitor {
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
  counted: 'Google',
  exchange: 'Messages and files',
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
export function canOpen(screen: Screen, viewer: Viewer): boolean {
  const { path, isOpen = false } = screen;
  const { projectId } = viewer;
  const needs = listParameters(path);
  const isReachable = needs.length === 0 || (needs.length === 1 && needs[0] === 'projectId' && projectId !== undefined);
  return isReachable && !isOpen && isFor(screen, viewer);
}

/** Whether a screen is there for a person at all. */
export function isFor(
  { right = 'look', parts: of = [], isSandboxOnly = false }: Pick<Screen, 'right' | 'parts' | 'isSandboxOnly'>,
  { rights, parts, isSandbox }: Visitor,
): boolean {
  const isShown = parts === undefined || of.length === 0 || of.some((part) => parts.has(part));
  return rights.has(right) && isShown && (!isSandboxOnly || isSandbox);
}

/** The sidebar of a person: groups that have a screen for them, in the order of the list. */
export function toSidebar(screens: readonly Screen[], viewer: Viewer): SidebarGroup[] {
  return GROUPS.flatMap((group) => {
    if (group === 'none') return [];
    const shown = screens.filter((screen) => screen.group === group && canOpen(screen, viewer));
    return shown.length === 0 ? [] : [{ group, label: LABELS[group], screens: shown }];
  });
}

/** The screen with which a project begins: its first one that the person can open. */
export function findHome(screens: readonly Screen[], visitor: Visitor): Screen | undefined {
  return screens.find((screen) => screen.group === 'project' && canOpen(screen, { ...visitor, projectId: 'any' }));
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
