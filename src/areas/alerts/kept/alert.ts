import type { Confirm, Severity } from '../rule.ts';

/** What is known of the round in which an alert opened; under the names of the wire. */
export interface AlertFacts {
  /** What it is about, where its rule asks for something else now. */
  readonly event?: string;
  readonly whole_project?: boolean;
  /** Of the other projects checked on that day, how many moved so too: 0 to 1. */
  readonly others_moved_share?: number | null;
  /** What the rule left out in that round, by reason. */
  readonly suppressed?: Readonly<Record<string, number>>;
  readonly confirm?: Confirm;
  readonly recheck?: { readonly checked: number; readonly cost_usd: number; readonly fell_back: boolean };
}

/** Something a rule said: open until every subject of it is over. */
export interface Alert {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleName: string;
  /** Null: of the service. */
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly event: string;
  readonly groupKey: string;
  readonly severity: Severity;
  readonly state: 'firing' | 'resolved';
  readonly title: string;
  readonly context: AlertFacts;
  readonly items: number;
  readonly resolvedItems: number;
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly day: string;
  readonly openedAt: Date;
  readonly lastItemAt: Date;
  readonly resolvedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedNote: string | null;
  readonly lastToldAt: Date | null;
}

/** What a match was observed to be, under the names of the wire. */
export type Seen = Readonly<Record<string, unknown>>;

/** A subject of an alert as a reader sees it. */
export interface AlertItem {
  readonly subject: string;
  readonly label: string;
  readonly keywordId: string | null;
  readonly keyword: string | null;
  readonly device: string | null;
  readonly locationCode: number | null;
  readonly locationName: string | null;
  readonly day: string;
  readonly at: Date;
  readonly from: Seen | null;
  readonly to: Seen;
  readonly url: string | null;
  readonly runId: string | null;
  readonly size: number;
  readonly overOn: string | null;
  readonly link: string | null;
}

/** How a message of the alert fared in one channel. */
export interface AlertDelivery {
  /** Null: the inbox. */
  readonly channelId: string | null;
  readonly channelName: string;
  readonly status: string;
  readonly tries: number;
  readonly lastError: string | null;
}

export interface AlertDetails {
  readonly alert: Alert;
  readonly items: readonly AlertItem[];
  readonly recheck: { readonly checked: number; readonly costUsd: number; readonly fellBack: boolean } | null;
  readonly deliveries: readonly AlertDelivery[];
}
