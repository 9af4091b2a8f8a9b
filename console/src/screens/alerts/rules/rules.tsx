import { Badge, Button, Group, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AlertRule, type GetAlertsResponse, getAlerts, putAlertRulesByRuleId } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import type { useRules } from '../data/use-alerts.ts';
import { takeSuggestion, toDraft } from '../editor/draft.ts';
import { Mute, type Muted } from '../open/mute.tsx';
import styles from '../open/lines.module.css';
import { Severity } from '../open/severity.tsx';
import { Presets } from './presets.tsx';

const ALERTS_MAX = 500;

/** The rules of a project, each as its sentence. */
export function Rules({ answer }: { readonly answer: ReturnType<typeof useRules> }) {
  const projectId = useProjectId();
  const alerts = useAnswer(getAlerts, { query: { project_id: projectId, limit: ALERTS_MAX } });
  const last = useMemo(() => toLastFired(alerts.data), [alerts.data]);
  const [muted, setMuted] = useState<Muted>();
  return (
    <Answered answer={answer} height={320}>
      {({ rules }) => (
        <>
          {rules.length === 0 ? (
            <Empty title="No rules yet">A rule says when something is worth a message. Write your own, or begin with one of these.</Empty>
          ) : (
            <ul className={styles.list} aria-label="Rules">
              {rules.map((rule) => (
                <RuleLine
                  key={rule.id}
                  rule={rule}
                  lastFired={last(rule.id)}
                  onMute={() => setMuted({ name: rule.name, ruleId: rule.id })}
                />
              ))}
            </ul>
          )}
          <Presets rules={rules} />
          <Mute muted={muted} onClose={() => setMuted(undefined)} />
        </>
      )}
    </Answered>
  );
}

/** When each rule last fired; of one that is not among the newest alerts that is known only when these are all. */
function toLastFired(list: GetAlertsResponse | undefined): (ruleId: string) => string {
  const newest = new Map<string, string>();
  for (const { rule_id: id, opened_at: at } of list?.alerts ?? []) if (at > (newest.get(id) ?? '')) newest.set(id, at);
  const areAll = list !== undefined && list.pagination.total <= list.alerts.length;
  return (id) => {
    const at = newest.get(id);
    if (at !== undefined) return `last fired ${formatDay(at)}`;
    if (list === undefined) return '';
    return areAll ? 'has not fired' : 'not among the newest alerts';
  };
}

interface RuleLineProps {
  readonly rule: AlertRule;
  readonly lastFired: string;
  readonly onMute: () => void;
}

function RuleLine({ rule, lastFired, onMute }: RuleLineProps) {
  const projectId = useProjectId();
  const mayEdit = useMay('edit');
  const change = useChange();
  const { id, name, sentence, severity, enabled, firing, muted_until: mutedUntil } = rule;
  return (
    <li className={`${styles.line} ${styles.rule}`} data-off={enabled ? undefined : true}>
      <Switch
        aria-label={`${name} is on`}
        checked={enabled}
        disabled={!mayEdit || change.isPending}
        onChange={() => change.mutate({ rule, changes: { enabled: !enabled } })}
      />
      <div className={styles.words}>
        <AppLink className={styles.title ?? ''} to="/p/$projectId/alerts/rules/$ruleId" params={{ projectId, ruleId: id }} c="inherit">
          <bdi>{name}</bdi>
        </AppLink>
        <Text size="sm">
          <bdi>{sentence}</bdi>
        </Text>
        <div className={styles.about}>
          <Severity severity={severity} />
          <span>{firing === 0 ? 'nothing open' : `${firing} open`}</span>
          {lastFired !== '' && <span>{lastFired}</span>}
          {mutedUntil !== null && <span>muted until {formatInstant(mutedUntil)} UTC</span>}
          {!enabled && <span>switched off</span>}
        </div>
        <Noisy rule={rule} onTake={mayEdit ? (changes) => change.mutate({ rule, changes }) : undefined} />
        {change.error && <ErrorNote error={change.error} />}
      </div>
      <div className={styles.actions}>
        {mayEdit && (
          <Button size="compact-sm" variant="subtle" color="gray" aria-label={`Mute ${name}`} onClick={onMute}>
            Mute
          </Button>
        )}
      </div>
    </li>
  );
}

interface Changed {
  readonly rule: AlertRule;
  readonly changes: Partial<AlertRule>;
}

function useChange() {
  const queries = useQueryClient();
  return useMutation<unknown, ApiError, Changed>({
    mutationFn: ({ rule, changes }) => ask(putAlertRulesByRuleId, { path: { rule_id: rule.id }, body: { ...toDraft(rule), ...changes } }),
    onSuccess: () => {
      say('Rule saved');
      void queries.invalidateQueries();
    },
  });
}

interface NoisyProps {
  readonly rule: AlertRule;
  readonly onTake: ((changes: Partial<AlertRule>) => void) | undefined;
}

/** That a rule speaks too often, with the threshold that would have spoken twice. */
function Noisy({ rule, onTake }: NoisyProps) {
  if (rule.noisy === null) return null;
  const { alerts_7d: alerts, would_have_fired_twice_at: value } = rule.noisy;
  return (
    <Group gap="xs" mt={4}>
      <Badge color="yellow">noisy</Badge>
      <Text size="sm" c="dimmed">
        {formatPlural(alerts, 'alert')} in 7 days.
        {value !== null && ` With ${formatPlural(value, 'place')} it would have fired twice.`}
      </Text>
      {value !== null && onTake && (
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => onTake({ when: takeSuggestion(toDraft(rule), { parameter: 'by', value }).when })}
        >
          Use {value}
        </Button>
      )}
    </Group>
  );
}
