import type { AlertRule, Condition } from '../rule.ts';

/** What is needed of a rule to judge it and to say what it found. */
export interface TellingRule extends Pick<AlertRule, 'id' | 'organizationId' | 'projectId' | 'name' | 'channelIds'> {
  readonly condition: Condition;
}
