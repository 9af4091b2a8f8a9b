import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import type { Alert } from '#client';
import { useMay } from '#app/session.tsx';
import { formatPlural } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { sayNothingOpen } from '../data/say-judged.ts';
import type { useOpenAlerts, useRules } from '../data/use-alerts.ts';
import { Presets } from '../rules/presets.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { AlertLine } from './alert-line.tsx';
import styles from './lines.module.css';
import { Mute, toMuted, type Muted } from './mute.tsx';

interface OpenProps {
  readonly alerts: ReturnType<typeof useOpenAlerts>;
  readonly rules: ReturnType<typeof useRules>;
}

const RANKS = { critical: 0, warning: 1, info: 2 } as const;

/** The alerts that are open: those that were not seen first, and of these the gravest. */
export function Open({ alerts, rules }: OpenProps) {
  return (
    <Answered answer={alerts} height={320}>
      {({ alerts: rows, pagination: { total }, last_round: round }) =>
        rows.length > 0 ? (
          <Lines alerts={rows.toSorted(compareAlerts)} total={total} />
        ) : (
          <Answered answer={rules} height={240}>
            {({ rules: known }) => (
              <>
                <Nothing {...sayNothingOpen({ rules: known, round })} />
                {known.length === 0 && <Presets rules={known} />}
              </>
            )}
          </Answered>
        )
      }
    </Answered>
  );
}

function Nothing({ title, text }: { readonly title: string; readonly text: string }) {
  return <Empty title={title}>{text}</Empty>;
}

function compareAlerts(one: Alert, other: Alert): number {
  const seen = Number(one.acknowledged !== null) - Number(other.acknowledged !== null);
  return seen || RANKS[one.severity] - RANKS[other.severity] || other.opened_at.localeCompare(one.opened_at);
}

function Lines({ alerts, total }: { readonly alerts: readonly Alert[]; readonly total: number }) {
  const mayAcknowledge = useMay('annotate');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [acknowledged, setAcknowledged] = useState<readonly Alert[]>();
  const [muted, setMuted] = useState<Muted>();
  const chosen = alerts.filter(({ id }) => selected.has(id));
  const toggle = (id: string): void => setSelected(new Set(selected).symmetricDifference(new Set([id])));
  return (
    <>
      {mayAcknowledge && (
        <div className={styles.bar}>
          <Checkbox
            aria-label="Select all"
            checked={chosen.length === alerts.length}
            indeterminate={chosen.length > 0 && chosen.length < alerts.length}
            onChange={() => setSelected(chosen.length === alerts.length ? new Set() : new Set(alerts.map(({ id }) => id)))}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {chosen.length === 0 ? formatPlural(total, 'open alert') : `${chosen.length} selected`}
          </Text>
          {chosen.length > 0 && (
            <Button size="compact-sm" onClick={() => setAcknowledged(chosen)}>
              Acknowledge {chosen.length}
            </Button>
          )}
        </div>
      )}
      <ul className={styles.list} aria-label="Open alerts">
        {alerts.map((alert) => (
          <AlertLine
            key={alert.id}
            alert={alert}
            select={mayAcknowledge ? { isOn: selected.has(alert.id), onToggle: () => toggle(alert.id) } : undefined}
            onAcknowledge={() => setAcknowledged([alert])}
            onMute={() => setMuted(toMuted(alert))}
          />
        ))}
      </ul>
      {total > alerts.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The newest {alerts.length} of {total}. The others are in the history.
        </Text>
      )}
      <Acknowledge alerts={acknowledged} onClose={() => setAcknowledged(undefined)} onDone={() => setSelected(new Set())} />
      <Mute muted={muted} onClose={() => setMuted(undefined)} />
    </>
  );
}
