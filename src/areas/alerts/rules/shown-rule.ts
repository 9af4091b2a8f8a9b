import type { AlertRule } from '../rule.ts';

/** A rule with what is known of it now. */
export interface ShownRule extends AlertRule {
  /** What it says, in plain English. */
  readonly sentence: string;
  readonly mutedUntil: Date | null;
  readonly noisy: { readonly alerts7d: number; readonly wouldHaveFiredTwiceAt: number | null } | null;
  /** Alerts of it that are open. */
  readonly firing: number;
}
