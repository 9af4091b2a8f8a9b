import { listRights, type HiddenFields, type Right, type Scope } from '#http/rights.ts';

/** What a member may do, the most powerful first. A role gives only roles that stand below it, or itself. */
export const ROLES = {
  owner: { scopes: ['read', 'write', 'manage'], lacks: [] },
  manager: { scopes: ['read', 'write', 'manage'], lacks: ['own'] },
  editor: { scopes: ['read', 'write'], lacks: ['manage_projects'] },
  viewer: { scopes: ['read'], lacks: ['ask'] },
  client: { scopes: ['read'], lacks: ['ask', 'see_costs'] },
} as const satisfies Readonly<Record<string, { readonly scopes: readonly Scope[]; readonly lacks: readonly Right[] }>>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/** Parts of the service that a membership can be limited to, and the areas whose endpoints are in each. */
export const SCREENS = {
  overview: ['overview', 'visibility'],
  rankings: ['rankings', 'keywords', 'search-console'],
  answers: ['answers'],
  sites: ['assets', 'domains', 'classification'],
  research: ['research', 'classification'],
  apps: ['apps'],
  work: ['alerts', 'jobs', 'costs', 'channels', 'digests', 'exports'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ScreenName = keyof typeof SCREENS;
export const SCREEN_NAMES = Object.keys(SCREENS) as [ScreenName, ...ScreenName[]];

/** What nothing can be seen without: who one is, which projects there are, saved views, notes, live events; and assistants, whose tools ask other areas. */
const ALWAYS = ['people', 'projects', 'views', 'operations', 'documentation', 'assistants'];
/** What a client sees unless something else is said. */
const CLIENT_SCREENS: readonly ScreenName[] = ['overview', 'rankings', 'answers'];

/** What a membership allows beside its role. */
export interface Grant {
  readonly role: Role;
  /** Undefined: all projects, later ones too. */
  readonly projectIds: readonly string[] | undefined;
  /** Undefined: those of the role. */
  readonly screens: readonly ScreenName[] | undefined;
  /** Of editors and viewers; owners and managers see costs, clients never do. */
  readonly hideCosts: boolean;
  readonly hideVolume: boolean;
  /** May take lists away as CSV. */
  readonly csv: boolean;
  /** Viewers and clients: may write notes on charts, as all others may. */
  readonly comment: boolean;
  /** What the person may spend in a month (UTC) on behalf of the organization; undefined: only the budgets of the organization hold. */
  readonly monthlyUsd: number | undefined;
}

const MANAGERS: readonly Role[] = ['owner', 'manager'];

export function managesOthers(role: Role): boolean {
  return MANAGERS.includes(role);
}

/** Whether the holder of one role may give, change or take another. */
export function mayGive(own: Role, given: Role): boolean {
  return managesOthers(own) && ROLE_NAMES.indexOf(given) >= ROLE_NAMES.indexOf(own);
}

/** The rights, in order, that a grant comes to. */
export function toRights({ role, hideCosts, csv, comment }: Grant): ReadonlySet<Right> {
  const { scopes, lacks } = ROLES[role];
  const rights = new Set(listRights(scopes));
  for (const right of lacks) rights.delete(right);
  if (managesOthers(role)) return rights;
  if (hideCosts) rights.delete('see_costs');
  if (!csv) rights.delete('export');
  if (comment) rights.add('annotate');
  return rights;
}

/** The fields of answers that a grant leaves out. */
export function toHidden(grant: Grant): readonly HiddenFields[] {
  return [...(toRights(grant).has('see_costs') ? [] : (['money'] as const)), ...(grant.hideVolume ? (['volume'] as const) : [])];
}

/** The screens of a grant; undefined: all. */
export function toScreens({ role, screens }: Grant): readonly ScreenName[] | undefined {
  return screens ?? (role === 'client' ? CLIENT_SCREENS : undefined);
}

/** The areas whose endpoints a grant reaches; undefined: all. */
export function toAreas(grant: Grant): ReadonlySet<string> | undefined {
  const screens = toScreens(grant);
  return screens && new Set([...ALWAYS, ...screens.flatMap((screen): readonly string[] => SCREENS[screen])]);
}
