import { getMonthSpend, type MonthSpend } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { User } from './account.ts';
import {
  findKeyName,
  listVisibleOrganizations,
  listVisibleProjects,
  type ListedOrganization,
  type ListedProject,
} from './store/visible.ts';
import { findUserById } from './store/users.ts';

export interface Me {
  /** The person who asks. */
  readonly user: User | undefined;
  /** Name of the key that asks. */
  readonly keyName: string | undefined;
  readonly organizations: readonly ListedOrganization[];
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
  const [user, keyName, organizations, { projects, total }, month] = await Promise.all([
    caller.kind === 'user' ? findUserById(postgres, caller.id) : undefined,
    caller.kind === 'key' ? findKeyName(postgres, caller.id) : undefined,
    listVisibleOrganizations(postgres, caller),
    listVisibleProjects(postgres, caller),
    getMonthSpend(ctx),
  ]);
  return { user, keyName, organizations, projects, projectsTotal: total, month, ...readWorld(ctx) };
}

/** The offset is rounded to seconds: reading two clocks takes time, and an answer that has not changed stays the same. */
function readWorld({ clock }: Pick<MeContext, 'clock'>): Pick<Me, 'worldDate' | 'worldOffsetMs'> {
  const now = clock.now();
  return { worldDate: toDay(now), worldOffsetMs: Math.round((now.getTime() - clock.realNow()) / SECOND_MS) * SECOND_MS };
}
