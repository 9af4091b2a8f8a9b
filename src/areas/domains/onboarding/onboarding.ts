import type { SpendScope } from '#providers/metering.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import type { PlannedPart } from './parts/plan-parts.ts';

/** An onboarding that has its domain. */
export interface Onboarding {
  readonly domain: KnownDomain;
  readonly parts: readonly PlannedPart[];
  readonly workflowId: string;
  readonly projectId: string | undefined;
  readonly scope: SpendScope;
}

export function isPlanned({ parts }: Onboarding, part: PlannedPart['part']): boolean {
  return parts.some((planned) => planned.part === part && (planned.plan === 'begin' || planned.plan === 'continue'));
}
