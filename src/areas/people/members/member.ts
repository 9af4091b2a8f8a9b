import type { Caller } from '#http/caller.ts';
import { listRights } from '#http/rights.ts';
import { newId } from '#kernel/ids.ts';
import { ROLES, toAreas, toHidden, toRights, type Grant, type Role } from '../roles.ts';

/** What a person may do in an organization. */
export interface Membership extends Grant {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  /** The address was proved by a mail that reached it, or by who signs people in. */
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  /** Id of the person or key that let them in. */
  readonly createdBy: string | undefined;
  /** When they last acted in the organization. */
  readonly usedAt: Date | undefined;
}

/** A person with what they may do, as members are listed. */
export interface Member extends Membership {
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
}

/** What decides who a person is to the endpoints. */
export interface ActingPerson {
  readonly userId: string;
  readonly isOperator: boolean;
  /** In which they act; null: in none, or an operator in the whole service. */
  readonly organizationId: string | null;
  /** Theirs in that organization. */
  readonly membership: Membership | undefined;
  /** A member as whom they look at it. */
  readonly viewed?: Membership | undefined;
}

const PERSON = { kind: 'user', tier: 'enterprise' } as const;
/** `admin` is all of them. */
const OPERATOR_SCOPES = ['read', 'write', 'admin'] as const;
/** Of those who look at an organization as a member: all of that member's rights that change and buy nothing. */
const VIEWING = ['look', 'export', 'see_costs'] as const;

/** The caller that a person is. Operators own every organization that they act in. */
export function toPersonCaller({ userId, isOperator, organizationId, membership, viewed }: ActingPerson): Caller {
  const person = { ...PERSON, id: userId, isOperator };
  if (organizationId === null)
    return isOperator
      ? {
          ...person,
          scopes: new Set(OPERATOR_SCOPES),
          rights: listRights(OPERATOR_SCOPES),
          organizationId: undefined,
          projectIds: undefined,
          role: 'owner' satisfies Role,
        }
      : toStranger(person);
  if (viewed !== undefined) {
    const rights = toRights(viewed);
    const shown = new Set(VIEWING.filter((right) => rights.has(right)));
    return { ...person, ...toReach(viewed), rights: shown, scopes: new Set(['read'] as const), viewsAs: { userId: viewed.userId } };
  }
  if (membership !== undefined) return { ...person, ...toReach(membership), role: membership.role, memberId: membership.id };
  if (!isOperator) return toStranger(person);
  const { scopes } = ROLES.owner;
  return {
    ...person,
    scopes: new Set(scopes),
    rights: listRights(scopes),
    organizationId,
    projectIds: undefined,
    role: 'owner' satisfies Role,
  };
}

/** What a membership reaches, for a person and for their keys. */
export function toReach(membership: Membership): Pick<Caller, 'scopes' | 'rights' | 'organizationId' | 'projectIds' | 'hides' | 'areas'> {
  return {
    scopes: new Set(ROLES[membership.role].scopes),
    rights: toRights(membership),
    organizationId: membership.organizationId,
    projectIds: membership.projectIds,
    hides: toHidden(membership),
    areas: toAreas(membership),
  };
}

/** Who is signed in and belongs to no organization: sees who they are, and nothing else. */
function toStranger(person: Pick<Caller, 'id' | 'kind' | 'tier'>): Caller {
  return { ...person, scopes: new Set(), rights: new Set(['look']), organizationId: undefined, projectIds: [], areas: new Set(['people']) };
}

/** The membership of a person who owns an organization. */
export function makeOwnership(userId: string, organizationId: string, now: Date): Membership {
  return {
    id: newId('mem_'),
    userId,
    organizationId,
    role: 'owner',
    projectIds: undefined,
    screens: undefined,
    hideCosts: false,
    hideVolume: false,
    csv: true,
    comment: true,
    monthlyUsd: undefined,
    emailVerified: true,
    createdAt: now,
    createdBy: undefined,
    usedAt: undefined,
  };
}
