import { Alert as Note, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AlertDetails, getAlertsByAlertId } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useMay, useNow } from '#app/session.tsx';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatAge, formatInstant } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { useLive } from '#data/live.ts';
import { joinSentences } from '#data/sentence.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { sayConfirm, sayGroup, sayItems, sayWholeProject } from './data/words.ts';
import { Deliveries } from './one/deliveries.tsx';
import { Items } from './one/items.tsx';
import { WhyQuiet } from './one/why-quiet.tsx';
import { Acknowledge } from './open/acknowledge.tsx';
import { Mute, toMuted, type Muted } from './open/mute.tsx';
import { Severity } from './open/severity.tsx';

/** One alert: what moved from where to where, why so, and who got it. */
export function View() {
  const alertId = useParameter('alertId');
  const everyMs = useLive({ topics: ['alerts'], answers: [answerKey(getAlertsByAlertId)] });
  const answer = useAnswer(getAlertsByAlertId, { path: { alert_id: alertId } }, { everyMs });
  const { data } = answer;
  return (
    <>
      <PageHeader
        title={data?.alert.title ?? 'Alert'}
        lead={data ? <Lead alert={data.alert} /> : 'What moved, from where to where, and where it was sent.'}
        description={data && <About alert={data.alert} />}
        actions={data && <Actions alert={data.alert} />}
      />
      <Answered answer={answer} height={480}>
        {({ alert }) => <Body alert={alert} />}
      </Answered>
    </>
  );
}

function Lead({ alert }: { readonly alert: AlertDetails }) {
  const now = useNow();
  const { state, acknowledged, opened_at: since, resolved_at: over, confirm, recheck } = alert;
  const fellBack =
    recheck?.fell_back === true &&
    'No budget had room for a second check, it failed, or the rule makes fewer: the next check confirmed it.';
  return joinSentences([
    state === 'firing' ? `Open since ${formatAge(since, now())}, ${sayItems(alert)} affected.` : `Over since ${formatInstant(over)} UTC.`,
    fellBack || sayConfirm(confirm),
    acknowledged !== null && `${isolate(acknowledged.by)} acknowledged it ${formatAge(acknowledged.at, now())}.`,
  ]);
}

function About({ alert: { severity, rule_id: ruleId, rule_name: name, group } }: { readonly alert: AlertDetails }) {
  const projectId = useProjectId();
  const named = sayGroup(group);
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: '0 14px', alignItems: 'baseline' }}>
      <Severity severity={severity} />
      <span>
        Rule{' '}
        <AppLink size="sm" to="/p/$projectId/alerts/rules/$ruleId" params={{ projectId, ruleId }}>
          <bdi>{name}</bdi>
        </AppLink>
      </span>
      {named !== '' && <bdi>{named}</bdi>}
    </span>
  );
}

function Actions({ alert }: { readonly alert: AlertDetails }) {
  const mayAcknowledge = useMay('annotate');
  const mayMute = useMay('edit');
  const [isSeen, setSeen] = useState(false);
  const [muted, setMuted] = useState<Muted>();
  return (
    <>
      {mayAcknowledge && alert.acknowledged === null && <Button onClick={() => setSeen(true)}>Acknowledge</Button>}
      {mayMute && (
        <Button variant="default" onClick={() => setMuted(toMuted(alert))}>
          Mute
        </Button>
      )}
      <Acknowledge alerts={isSeen ? [alert] : undefined} onClose={() => setSeen(false)} />
      <Mute muted={muted} onClose={() => setMuted(undefined)} />
    </>
  );
}

function Body({ alert }: { readonly alert: AlertDetails }) {
  const whole = sayWholeProject(alert);
  const note = alert.acknowledged?.note;
  return (
    <Stack gap="xl">
      {whole !== '' && (
        <Note color="yellow" variant="outline" icon={<Icon name="info" />} title="The whole project moved">
          <Text size="sm">{whole}</Text>
        </Note>
      )}
      {note && (
        <Note color="gray" variant="outline" icon={<Icon name="note" />} title={`Note of ${isolate(alert.acknowledged?.by ?? '')}`}>
          <Text size="sm" dir="auto">
            {note}
          </Text>
        </Note>
      )}
      <Items alert={alert} />
      <WhyQuiet alert={alert} />
      <Deliveries deliveries={alert.deliveries} />
    </Stack>
  );
}
