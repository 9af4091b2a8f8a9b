import type { EventName } from './events/index.ts';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `next`: the next scheduled good outcome must agree. `recheck`: a check now, for its price, must agree. */
export const CONFIRMS = ['none', 'next', 'recheck'] as const;
export type Confirm = (typeof CONFIRMS)[number];

export const GROUPINGS = ['rule', 'tag', 'page', 'asset', 'location', 'device', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The event and its parameters, as `EVENT_KINDS` describes them. */
export interface When {
  readonly event: EventName;
  readonly [parameter: string]: unknown;
}

/** Which keywords, under the names of the wire: those of a saved view, copied when the rule was written. */
export interface Where {
  readonly view_id?: string | undefined;
  readonly [filter: string]: unknown;
}

/** What is judged: everything that decides what a rule says. Live, preview and tests read nothing else of it. */
export interface Condition {
  readonly when: When;
  readonly where: Where;
  /** Searches a month; keywords whose volume is not known are left out then. */
  readonly minVolume: number | null;
  /** So many keywords must match in one round. */
  readonly minKeywords: number;
  readonly confirm: Confirm;
  /** Keywords of one round that are checked again at most. */
  readonly recheckMax: number;
  /** Whether a move must be larger than three times the usual one of the keyword. */
  readonly usesVolatility: boolean;
  readonly groupBy: Grouping;
  /** New matches within it join the open alert. */
  readonly coolDownHours: number;
  readonly severity: Severity;
}

/** A rule of one project, or of the service (operators): null. */
export interface AlertRule extends Condition {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly name: string;
  /** Null: every channel of the project that takes its severity. */
  readonly channelIds: readonly string[] | null;
  readonly repeatEveryHours: number | null;
  readonly isEnabled: boolean;
  /** Name of the preset that it came from. */
  readonly preset: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const RULE_DEFAULTS = {
  where: {},
  minVolume: null,
  minKeywords: 1,
  confirm: 'none',
  recheckMax: 20,
  usesVolatility: true,
  groupBy: 'rule',
  coolDownHours: 20,
  severity: 'warning',
} as const satisfies Partial<Condition>;
