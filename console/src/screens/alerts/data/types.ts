import type { AlertRuleDraft } from '#client';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];
export type AlertState = 'firing' | 'resolved';

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly has_more: boolean;
}

/** Something a rule said: open until everything it named is over. */
export interface Alert {
  readonly id: string;
  readonly rule_id: string;
  readonly rule_name: string;
  readonly project_id: string | null;
  readonly event: string;
  readonly severity: Severity;
  readonly state: AlertState;
  readonly title: string;
  /** By `group_by` of the rule: its value, or `rule`. */
  readonly group: string;
  readonly day: string;
  readonly opened_at: string;
  readonly last_item_at: string;
  readonly resolved_at: string | null;
  readonly acknowledged: { readonly at: string; readonly by: string; readonly note: string | null } | null;
  readonly items_total: number;
  readonly resolved_items: number;
  /** Half of the checked keywords moved the same way. */
  readonly whole_project: boolean;
  /** Of the other projects of the service, 0 to 1; null: not known. */
  readonly others_moved_share: number | null;
  readonly suppressed: Readonly<Record<string, number>>;
  readonly confirm: 'none' | 'next' | 'recheck';
}

/** What was observed; further fields are those of the event. */
export interface Seen {
  readonly position?: number | null;
  readonly status?: string;
  readonly checked_depth?: number | null;
  readonly checked_at?: string | null;
  readonly page?: string | null;
  readonly [field: string]: unknown;
}

export interface AlertItem {
  readonly subject: string;
  readonly label: string;
  readonly keyword_id: string | null;
  readonly keyword: string | null;
  readonly device: string | null;
  readonly location_name: string | null;
  readonly day: string;
  readonly at: string;
  readonly from: Seen | null;
  readonly to: Seen;
  readonly url: string | null;
  readonly run_id: string | null;
  readonly size: number;
  readonly over_on: string | null;
}

export interface AlertDelivery {
  readonly channel_id: string | null;
  readonly channel_name: string;
  readonly status: string;
  readonly tries: number;
  readonly last_error: string | null;
}

export interface AlertDetails extends Alert {
  readonly items: readonly AlertItem[];
  /** Left out of answers to those who are not shown costs. */
  readonly recheck: { readonly checked: number; readonly cost_usd?: number; readonly fell_back: boolean } | null;
  readonly deliveries: readonly AlertDelivery[];
}

/** A rule as it is written. */
export type RuleDraft = Required<AlertRuleDraft>;

export interface AlertRule extends RuleDraft {
  readonly id: string;
  readonly project_id: string | null;
  readonly preset: string | null;
  readonly updated_at: string;
  readonly sentence: string;
  readonly muted_until: string | null;
  readonly noisy: { readonly alerts_7d: number; readonly would_have_fired_twice_at: number | null } | null;
  readonly firing: number;
}

/** What rules judged last in a project. */
export interface LastRound {
  readonly day: string;
  readonly evaluated_at: string;
  readonly checks: number;
  readonly failed: number;
}

export interface AlertList {
  readonly alerts: readonly Alert[];
  /** Null: nothing was judged yet. Undefined: the service does not say it. */
  readonly last_round?: LastRound | null;
  readonly pagination: Page;
}

export interface RuleList {
  readonly rules: readonly AlertRule[];
  readonly pagination: Page;
}

export interface ChannelList {
  readonly channels: readonly { readonly id: string; readonly name: string; readonly kind: string; readonly project_id: string | null }[];
}
