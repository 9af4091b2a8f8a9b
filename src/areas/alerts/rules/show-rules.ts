import type { RequestContext } from '#context';
import type { ProjectReader } from '#areas/projects/index.ts';
import { describeRule } from '../preview/describe-rule.ts';
import type { AlertRule } from '../rule.ts';
import type { ShownRule } from './shown-rule.ts';
import { listStandings, type RuleStanding } from './store/standing.ts';

const NOISY_DAYS = 7;
/** More alerts than this in so many days, and people no longer read them. */
const NOISY_ALERTS = 30;
const DAY_MS = 86_400_000;

/** Rules with what is known of them now, in their order. */
export async function showRules(
  { postgres, clock }: Pick<ProjectReader, 'postgres'> & Pick<RequestContext, 'clock'>,
  rules: readonly AlertRule[],
): Promise<ShownRule[]> {
  const now = clock.now();
  const since = new Date(now.getTime() - NOISY_DAYS * DAY_MS);
  const standings = await listStandings(
    postgres,
    rules.map(({ id }) => id),
    { since, now },
  );
  return rules.map((rule) => toShown(rule, standings.get(rule.id)));
}

function toShown(rule: AlertRule, standing: RuleStanding | undefined): ShownRule {
  const alerts = standing?.alerts ?? 0;
  return {
    ...rule,
    sentence: describeRule(rule),
    mutedUntil: standing?.mutedUntil ?? null,
    noisy: alerts > NOISY_ALERTS ? { alerts7d: alerts, wouldHaveFiredTwiceAt: toThreshold(rule, standing) } : null,
    firing: standing?.firing ?? 0,
  };
}

/** Only of events with one number that its sizes are compared with. */
function toThreshold({ when }: AlertRule, standing: RuleStanding | undefined): number | null {
  return when['by'] === undefined || when['by'] === null ? null : (standing?.secondSize ?? null);
}
