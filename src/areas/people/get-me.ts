import { getMonthSpend, type MonthSpend } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { toDay } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { User } from './account.ts';
import {
  findKeyName,
  findViewed,
  listOrganizationsOf,
  listVisibleOrganizations,
  listVisibleProjects,
  type ListedOrganization,
  type ListedProject,
  type ViewedMember,
} from './store/visible.ts';
import { findFactorDue } from './factors/store/required.ts';
import { findMembership } from './members/store/members.ts';
import { toScreens, type ScreenName } from './roles.ts';
import { findUserById } from './store/users.ts';

export interface Me {
  /** The person who asks. */
  readonly user: User | undefined;
  /** Name of the key that asks. */
  readonly keyName: string | undefined;
  readonly organizations: readonly ListedOrganization[];
  /** What a member is limited to; undefined: nothing. */
  readonly screens: readonly ScreenName[] | undefined;
  /** As whom the person looks at the organization. */
  readonly viewsAs: ViewedMember | undefined;
  /** Until when the person must set a second factor up, by the first of their organizations that asks; null: they need not. */
  readonly factorDueAt: Date | null;
  readonly projects: readonly ListedProject[];
  readonly projectsTotal: number;
  readonly month: MonthSpend;
  /** The date of the observed world. */
  readonly worldDate: string;
  /** How far the observed world is ahead of real time. */
  readonly worldOffsetMs: number;
}

type MeContext = Pick<RequestContext, 'postgres' | 'clock' | 'caller'>;

/** Describes the caller and what they may see. */
export async function getMe(ctx: MeContext): Promise<Me> {
  const { postgres, caller } = ctx;
  const [user, keyName, organizations, { projects, total }, month, acting, factorDueAt] = await Promise.all([
    caller.kind === 'user' ? findUserById(postgres, caller.id) : undefined,
    caller.kind === 'key' ? findKeyName(postgres, caller.id) : undefined,
    caller.kind === 'user' ? listOrganizationsOf(postgres, caller) : listVisibleOrganizations(postgres, caller),
    listVisibleProjects(postgres, caller),
    getMonthSpend(ctx),
    findActing(postgres, caller),
    caller.kind === 'user' ? findFactorDue(postgres, caller.id) : null,
  ]);
  return { user, keyName, organizations, ...acting, factorDueAt, projects, projectsTotal: total, month, ...readWorld(ctx) };
}

/** The screens of the membership by which the caller acts, and whose it is when it is not the caller's. */
async function findActing(postgres: MeContext['postgres'], caller: Caller): Promise<Pick<Me, 'screens' | 'viewsAs'>> {
  const { organizationId, viewsAs, session } = caller;
  if (caller.kind !== 'user' || organizationId === undefined) return { screens: undefined, viewsAs: undefined };
  const [membership, viewed] = await Promise.all([
    findMembership(postgres, organizationId, viewsAs?.userId ?? caller.id),
    viewsAs && session && findViewed(postgres, session.id),
  ]);
  return { screens: membership && toScreens(membership), viewsAs: viewed };
}

/** The offset is rounded to seconds: reading two clocks takes time, and an answer that has not changed stays the same. */
function readWorld({ clock }: Pick<MeContext, 'clock'>): Pick<Me, 'worldDate' | 'worldOffsetMs'> {
  const now = clock.now();
  return { worldDate: toDay(now), worldOffsetMs: Math.round((now.getTime() - clock.realNow()) / SECOND_MS) * SECOND_MS };
}
