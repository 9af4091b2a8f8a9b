export const SCOPE_KINDS = ['project', 'projects', 'organization', 'client'] as const;
/** `client`: some projects, and everyone reads them as clients do, whatever else they may see. */
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export const RHYTHMS = ['day', 'week', 'month'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Days, both included, as `YYYY-MM-DD` in the digest's time zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** When a digest is sent. */
export interface Timing {
  readonly every: Rhythm;
  /** `HH:MM` on the clocks of the time zone. */
  readonly at: string;
  /** 1 is Monday; of `week` alone. */
  readonly weekday: number | null;
  /** 1 to 31, in shorter months the last day; of `month` alone. */
  readonly dayOfMonth: number | null;
  /** IANA name. */
  readonly timeZone: string;
}

/** Whose mail it looks like. */
export interface Brand {
  readonly name: string | null;
  /** `#rrggbb`, dark enough for white letters. */
  readonly color: string | null;
}

/** A mail about projects that people get by a schedule. */
export interface Digest extends Timing {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopeKind: ScopeKind;
  /** Null: all projects of the organization, later ones too. */
  readonly projectIds: readonly string[] | null;
  /** Names of sections (`content/sections.ts`), in order. */
  readonly sections: readonly string[];
  readonly channelIds: readonly string[];
  /** Members get it at once, others when they have confirmed. */
  readonly addresses: readonly string[];
  /** A period in which nothing moved is left out. */
  readonly skipQuiet: boolean;
  readonly language: 'en';
  readonly brand: Brand | null;
  readonly isEnabled: boolean;
  /** In the observed world; null while it is switched off. */
  readonly nextRunAt: Date | null;
  /** The name of the caller who made it (`nameOf`). */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What its owner decides. */
export type DigestSettings = Omit<Digest, 'id' | 'organizationId' | 'nextRunAt' | 'createdBy' | 'createdAt' | 'updatedAt'>;

/** `failed`: it could not be made or handed over. `skipped`: there was nothing to send, or no one to send it to. */
export const RUN_STATUSES = ['queued', 'sent', 'skipped', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RECIPIENT_KINDS = ['member', 'address', 'channel'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** What one recipient was sent. */
export interface Delivery {
  readonly kind: RecipientKind;
  /** An address, or the id of a channel. */
  readonly to: string;
  readonly isSent: boolean;
  /** Why it was not sent. */
  readonly reason: string | null;
  /** Of an address: the mail (`GET /api/admin/mails`). */
  readonly mailId: string | null;
}

/** A digest for one period. */
export interface DigestRun {
  readonly id: string;
  readonly digestId: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly status: RunStatus;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  /** Periods before it for which none was sent because the service was not running; oldest first. */
  readonly missed: readonly Period[];
  readonly subject: string | null;
  readonly deliveries: readonly Delivery[];
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}
