import type { AlertRuleDraft } from '#client';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A rule as it is written. */
export type RuleDraft = Required<AlertRuleDraft>;
