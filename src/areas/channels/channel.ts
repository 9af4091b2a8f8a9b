import type { NoticeEvent, Severity } from './notice.ts';

/** `failing`: three notifications in a row were given up. `off`: by hand, or because what it leads to is gone. */
export const CHANNEL_STATES = ['on', 'failing', 'off'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** When a channel is not to disturb, in the time zone of its project; under the names of the wire. */
export interface Quiet {
  /** `HH:MM`; the span may go over midnight. */
  readonly from: string;
  readonly to: string;
  /** Working days, 1 Monday to 7 Sunday. On others it is quiet all day. */
  readonly days: readonly number[];
  readonly critical_passes: boolean;
}

/** Where people get messages. */
export interface Channel {
  readonly id: string;
  /** Null: of the service. */
  readonly organizationId: string | null;
  /** Null: of the organization. */
  readonly projectId: string | null;
  readonly kind: string;
  readonly name: string;
  /** Where it leads to, as it may be shown. */
  readonly shownTo: string;
  /** What is no secret of its configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Ids of its secrets by field. */
  readonly secretIds: Readonly<Record<string, string>>;
  readonly rotatedUntil: Date | null;
  readonly events: readonly NoticeEvent[];
  readonly minSeverity: Severity;
  readonly quiet: Quiet | null;
  readonly state: ChannelState;
  readonly stateReason: string | null;
  readonly stateSince: Date;
  readonly fallbackChannelId: string | null;
  readonly failures: number;
  readonly testedAt: Date | null;
  readonly testId: string | null;
  /** What a person said of the last test. */
  readonly testArrived: boolean | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
