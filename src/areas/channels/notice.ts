/** What channels send messages of. Operators' receivers get those of the service. */
export const NOTICE_EVENTS = [
  'alert.fired',
  'alert.more',
  'alert.resolved',
  'digest',
  'export',
  'channel.failing',
  'search_console',
  'held',
  'categories_synced',
  'test',
] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Events that a channel can be set to take; a test and what quiet hours held go to every channel. */
export const CHOSEN_EVENTS = [
  'alert.fired',
  'alert.more',
  'alert.resolved',
  'digest',
  'channel.failing',
  'search_console',
] as const satisfies NoticeEvent[];

/** Something that people should know: each kind of channel makes its own message of it. */
export interface Notice {
  /** Made of what it is about (rule, group, round), so that it is sent once: `hashId('ntc_', ...)`. */
  readonly id: string;
  readonly event: NoticeEvent;
  /** Null: of the service; only operators' channels get it. */
  readonly organizationId: string | null;
  /** Null: of the organization. */
  readonly projectId: string | null;
  readonly severity: Severity;
  /** One line of plain text, such as "2 keywords left the top 10". */
  readonly title: string;
  /** Plain text: what, since when, by which rule. */
  readonly text: string;
  /** Rows under it, the worst first; channels cut them to what they can show, and say how many more there are. */
  readonly items: readonly NoticeItem[];
  /** How many items there are in all. */
  readonly itemsTotal: number;
  /** Path in the console: `/console/p/{id}/alerts/{alertId}`. */
  readonly path: string;
  /** What the channel `webhook` sends as JSON beside `event` and `id`; under the names of the wire. */
  readonly body: Readonly<Record<string, unknown>>;
  /** A mail that is made already, such as a digest; otherwise it is made of the rest. */
  readonly mail?: { readonly subject: string; readonly text: string; readonly html: string } | undefined;
}

export interface NoticeItem {
  readonly title: string;
  /** Such as "7 → not found in 100 (at least 94 places)". */
  readonly text: string;
  readonly path: string | null;
}
