import { toCarriedCause, type CarriedCause, type Cause } from '#kernel/spending/cause.ts';
import type { HiddenFields, Right, Scope } from './rights.ts';

export { SCOPES, type Scope } from './rights.ts';

export const TIERS = ['free', 'standard', 'pro', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

/** By what a caller's rate is limited: the tier of the key, or a tier of its own for people who are signed in. */
export type RateTier = Tier | 'session';

/** A key whose rate others share. */
export interface RootKey {
  readonly id: string;
  readonly tier: Tier;
}

/** What a key for assistants may spend. */
export interface AssistantLimits {
  readonly monthlyUsd: number;
  /** A single purchase, or what it costs in a month, above this waits for a person. */
  readonly approvalAboveUsd: number;
}

/** Who asks. A bound caller sees only what it is bound to; anything else answers 404 (docs/spec-gaps.md, section 5). */
export interface Caller {
  /** `reader`: without an account, by the link of a share. */
  readonly kind: 'key' | 'jwt' | 'user' | 'reader' | 'anonymous';
  /** Id of the key, subject of the token, id of the person, or where a reader is. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly rights: ReadonlySet<Right>;
  readonly tier: Tier;
  /** Set: only this organization is visible. */
  readonly organizationId: string | undefined;
  /** Set: only these projects are visible. */
  readonly projectIds: readonly string[] | undefined;
  /** Fields of answers that are left out. */
  readonly hides?: readonly HiddenFields[] | undefined;
  /** Set: endpoints of other areas are as if they were not there. */
  readonly areas?: ReadonlySet<string> | undefined;
  /** Of a key for assistants: what it may spend in a month, and above what a person must approve, in USD. */
  readonly assistant?: AssistantLimits | undefined;
  /** Of a person's key: whose it is. */
  readonly personId?: string | undefined;
  /** Of a person: runs the service. */
  readonly isOperator?: boolean | undefined;
  /** Of a person who acts in an organization: their role there. It decides nothing: rights do. */
  readonly role?: string | undefined;
  /** Of a person: an organization of theirs asks for a second factor, and their time to set one up is over. */
  readonly mustSetUpFactor?: boolean | undefined;
  /** Of a member, and of keys of theirs: the membership, on which costs are booked. What they may spend in a month is looked up there. */
  readonly memberId?: string | undefined;
  /** Looks at the organization as this person sees it, and changes nothing. */
  readonly viewsAs?: { readonly userId: string } | undefined;
  /** The first bound key in the line of those that made this one; all keys made by it share its rate. */
  readonly root?: RootKey | undefined;
  /** Set: the caller came by the cookie of this session, a key too. */
  readonly session?: {
    readonly id: string;
    /** When its person last proved who they are; a key's session has none. */
    readonly provedAt?: Date | undefined;
    /** The session was begun by the identity provider of this organization, which vouches for the person in it alone. */
    readonly boundTo?: string | undefined;
  };
}

/** On whom the caller's costs are booked. Nothing for readers, tokens, and operators who act in no organization of their own. */
export function causeOf({ kind, id, memberId }: Caller): Cause {
  return { apiKeyId: kind === 'key' ? id : undefined, memberId };
}

/** The same for inputs of workflows and messages of queues. */
export function carriedCauseOf(caller: Caller): CarriedCause {
  return toCarriedCause(causeOf(caller));
}

/**
 * A unique name of the caller, for counters and stored rows. Ids of keys and people are unique in the whole
 * service and begin with `key_` and `usr_`; subjects of tokens are any text and unique within an organization.
 */
export function nameOf({ kind, id, organizationId }: Caller): string {
  return kind === 'jwt' ? `jwt:${JSON.stringify([organizationId ?? null, id])}` : id;
}

/** Who takes turns with others: an organization, or the key, person or token that is bound to none. */
export function ownerOf(caller: Caller): string {
  return caller.organizationId ?? caller.root?.id ?? nameOf(caller);
}

/** Whether the caller sees a part of the service only. */
export function isBound({ organizationId, projectIds }: Pick<Caller, 'organizationId' | 'projectIds'>): boolean {
  return organizationId !== undefined || projectIds !== undefined;
}

/** Whether a project lies inside what the caller is bound to. */
export function canSeeProject(caller: Caller, project: { readonly id: string; readonly organizationId: string }): boolean {
  if (caller.organizationId !== undefined && caller.organizationId !== project.organizationId) return false;
  return caller.projectIds === undefined || caller.projectIds.includes(project.id);
}
