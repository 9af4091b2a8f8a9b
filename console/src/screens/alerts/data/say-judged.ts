import type { Alert, AlertRound, AlertRule } from '#client';
import { formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';

const FAILED_SHARE = 0.2;

interface Judged {
  readonly rules: readonly Pick<AlertRule, 'enabled'>[];
  /** Undefined: the service does not say it. */
  readonly round: AlertRound | null | undefined;
}

/** That nothing is open is said of what was judged; of what was not judged nothing is said. */
export function sayNothingOpen({ rules, round }: Judged): { readonly title: string; readonly text: string } {
  const on = rules.filter(({ enabled }) => enabled).length;
  if (rules.length === 0) return { title: 'No rules yet', text: 'A rule says when something is worth a message. Begin with one of these.' };
  if (on === 0) return { title: 'All rules are switched off', text: 'Nothing is judged.' };
  const many = formatPlural(on, 'rule');
  if (round === undefined) return { title: 'No alert is open', text: `${many} on. When they were last judged is not known.` };
  if (round === null) return { title: 'Not judged yet', text: `${many} on. They are judged when a day of checks is over.` };
  const { day, checks, failed, evaluated_at: at } = round;
  if (checks === 0 || failed >= checks * FAILED_SHARE)
    return {
      title: 'Not known',
      text: `${formatPlural(failed, 'check')} of ${checks} failed on ${formatDay(day)}, too many to judge what moved. The next good day is compared with the last one.`,
    };
  return {
    title: 'Nothing fired',
    text: `${many} judged ${formatPlural(checks, 'check')} of ${formatDay(day)} ${sayWhen(day, at)}${failed > 0 ? `; ${failed} of them failed and say nothing` : ''}.`,
  };
}

/** What is open, as a sentence. */
export function sayOpen(alerts: readonly Pick<Alert, 'severity' | 'acknowledged'>[], total: number): string {
  if (total === 0) return '';
  const critical = alerts.filter(({ severity }) => severity === 'critical').length;
  const unseen = alerts.filter(({ acknowledged }) => acknowledged === null).length;
  return joinSentences([
    `${formatPlural(total, 'alert is', 'alerts are')} open${critical > 0 ? `, ${critical} of them critical` : ''}.`,
    unseen === 0 ? 'Each was acknowledged.' : `${unseen} wait${unseen === 1 ? 's' : ''} for a look.`,
  ]);
}

/** The hour alone on the day itself. */
function sayWhen(day: string, at: string): string {
  const said = formatInstant(at);
  return at.startsWith(day) ? `at ${said.slice(-5)} UTC` : `on ${said} UTC`;
}
