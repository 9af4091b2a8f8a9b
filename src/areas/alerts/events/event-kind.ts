import type { z } from 'zod';
import type { AppContext } from '#context';
import type { Right } from '#http/rights.ts';
import type { Condition } from '../rule.ts';

/** What sources and live judging are given. */
export type AlertContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** What a rule is about, such as a keyword on one result page for one own site. */
export interface Subject {
  /** Names it for ever: `alert_states` is kept by it. */
  readonly key: string;
  /** As a person reads it. */
  readonly label: string;
  /** By which alerts are grouped; what a subject does not have is left out. */
  readonly tags?: readonly string[];
  readonly assetId?: string | null;
  readonly device?: string;
  readonly locationCode?: number;
  readonly keywordId?: string;
}

/** What was observed of a subject on one day of the project. */
export interface Observation {
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly day: string;
  readonly at: Date;
}

/** Which observations: those of one project (null: of the service), days inclusive. */
export interface SourceQuestion {
  readonly projectId: string | null;
  readonly from: string;
  readonly to: string;
  readonly condition: Condition;
  /** Only these subjects, as in a round on demand. */
  readonly keywordIds?: readonly string[] | undefined;
}

/** Where observations come from: one subject after the other, each in order of time, in bounded memory. */
export interface Source<One extends Subject = Subject, Seen extends Observation = Observation> {
  readonly name: string;
  /** Days before `from` that its kinds look back on. A fold sees exactly so much, live and in a preview. */
  readonly lookBackDays: number;
  readonly read: (
    ctx: AlertContext,
    question: SourceQuestion,
  ) => AsyncIterable<{ readonly subject: One; readonly observations: readonly Seen[] }>;
  /** The same for several rules in one pass; without it each rule is read for itself. */
  readonly readTogether?: (ctx: AlertContext, question: SharedQuestion) => AsyncIterable<SharedSubject<One, Seen>>;
}

/** A question of several rules. */
export interface SharedQuestion extends Omit<SourceQuestion, 'condition'> {
  readonly conditions: readonly Condition[];
}

export interface SharedSubject<One extends Subject = Subject, Seen extends Observation = Observation> {
  readonly subject: One;
  readonly observations: readonly Seen[];
  /** Which of the rules are about it, by their places among the conditions. */
  readonly rules: readonly number[];
}

/** A subject met the condition on a day. */
export interface Match {
  readonly subject: Subject;
  readonly day: string;
  readonly at: Date;
  /** What was before and what is now, for messages and evidence; under the names of the wire. */
  readonly from: Readonly<Record<string, unknown>> | null;
  readonly to: Readonly<Record<string, unknown>>;
  /** Which way it moved, for `whole_project`; undefined: neither. */
  readonly direction?: 'down' | 'up';
  /** Places, percent or a count: larger is worse. Orders the items of an alert. */
  readonly size: number;
  readonly page?: string | null;
  /** It waits for an outcome that agrees. */
  readonly isPending: boolean;
  /** The day on which it was over again; null: it still is so. */
  readonly overOn: string | null;
}

/** Why a match makes no message of its own; counted and shown. */
export const INHIBITIONS = [
  'source',
  'whole_project',
  'setting_changed',
  'recomputed',
  'scale',
  'first',
  'known',
  'muted',
  'min_keywords',
] as const;
export type Inhibition = (typeof INHIBITIONS)[number];

export type Firing = ReadonlyMap<string, readonly (Date | null)[]>;

export interface FoldOptions {
  readonly condition: Condition;
  /** First day on which a match counts; earlier observations are only looked back on. */
  readonly from: string;
  /** Days of rounds in which too many checks failed: nothing is compared with their outcomes. */
  readonly unjudgedDays: ReadonlySet<string>;
  /** What fires when the fold begins, by the key of its subject: when those were checked which it is compared with; null: with no check. */
  readonly firing?: Firing | undefined;
}

/** Something that fired before is over. */
export interface Ended {
  readonly subject: string;
  readonly overOn: string;
  /** Only what is compared with the check of then; left out: all of the subject. */
  readonly since?: Date;
}

export interface Folded {
  readonly matches: readonly Match[];
  readonly suppressed: Partial<Record<Inhibition, number>>;
  /** The days of those that were suppressed, without `first`. */
  readonly suppressedOn?: readonly string[];
  /** Comparisons that were made. */
  readonly considered: number;
  /** Of what `firing` names. */
  readonly ended?: readonly Ended[];
}

/** One event that rules can name: adding one is one file and its line in `EVENT_KINDS`. */
export interface EventKind<
  Params extends z.ZodObject = z.ZodObject,
  One extends Subject = Subject,
  Seen extends Observation = Observation,
> {
  readonly event: string;
  /** As a rule says it, with its parameters: "left the top 10". */
  readonly describe: (params: z.output<Params>) => string;
  readonly params: Params;
  /** `movement` kinds are silent in a round whose checks failed; `health` kinds speak of that. */
  readonly family: 'movement' | 'health' | 'service';
  /** When it is judged: after a round of checks, after weekly snapshots, by the minute, or by the hour. */
  readonly judgedAfter: 'round' | 'weekly' | 'minute' | 'hour';
  /** A subject is said once, on whichever day it is found again. */
  readonly isToldOnce?: true;
  /** What a preview takes to have been so: a sentence. */
  readonly assumes?: string;
  /** Without this right one can neither write such rules nor read what they say. */
  readonly needs?: Right;
  /** Only rules of the service can name it: operators'. */
  readonly isOfService?: true;
  readonly source: Source<One, Seen>;
  /** Pure. The same function runs live, over the past and in tests. */
  readonly fold: (params: z.output<Params>, subject: One, observations: readonly Seen[], options: FoldOptions) => Folded;
}

/** Checks a kind where it is written, and forgets its own shape. */
export function defineEventKind<Name extends string, Params extends z.ZodObject, One extends Subject, Seen extends Observation>(
  kind: EventKind<Params, One, Seen> & { readonly event: Name },
): EventKind & { readonly event: Name } {
  return kind as unknown as EventKind & { readonly event: Name };
}
