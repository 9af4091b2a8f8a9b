import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { getJobsByJobId, getJobsByJobIdQueue, getJobsByJobIdRuns, type Job, getJobs, postJobsByJobIdRun } from '#client';
import { useParameter } from '#app/project.ts';
import { capitalize } from '#data/words.ts';
import { answerKey, useAnswer, ask } from '#data/answers/answers.ts';
import { useLive } from '#data/live.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { toCountryName } from '#data/names.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { toChartName, toDeviceName, toStoreName } from '#screens/apps/store/store.ts';
import { Runs } from './job-runs.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { sayJob } from '../leads.ts';
import { useNow } from '#app/session.tsx';
import { formatInstant, formatCount } from '#data/format.ts';
import { listNext } from './cron.ts';
import { describeCron } from './cron-words.ts';
import { ConfirmPrice, type Price } from '#ui/actions/confirm-price.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useRefresh } from '../use-refresh.ts';

const EditJob = laterDialog(async () => (await import('./edit-job.tsx')).EditJob);

const RUNS = 100;

/** One job: when it runs, with what, and how its runs went. */
export function View() {
  const jobId = useParameter('jobId');
  const everyMs = useLive({
    topics: ['workflow', 'crawl'],
    answers: [getJobsByJobId, getJobsByJobIdRuns, getJobsByJobIdQueue].map((read) => answerKey(read)),
    matches: ({ type, workflow_type: workflow }) => type === 'crawl' || workflow === 'job-run' || workflow === 'crawl-run',
  });
  const job = useAnswer(getJobsByJobId, { path: { jobId } }, { everyMs });
  const options = { path: { jobId }, query: { limit: RUNS } };
  const runs = useAnswer(getJobsByJobIdRuns, options, { everyMs });
  return (
    <Answered answer={job} height={480}>
      {(data) => (
        <>
          <PageHeader
            title={data.name}
            lead={sayJob(data)}
            actions={<Actions job={data} hasFailed={runs.data?.runs[0]?.status === 'failed'} />}
          />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Schedule job={data} />
            <Config job={data} />
          </SimpleGrid>
          <Answered answer={runs} height={320}>
            {(list) => <Runs runs={list.runs} whole={toWholeList(getJobsByJobIdRuns, options, list.pagination)} />}
          </Answered>
        </>
      )}
    </Answered>
  );
}

function Actions({ job, hasFailed }: { readonly job: Job; readonly hasFailed: boolean }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setEdited(true)}>
        Change
      </Button>
      <EditJob job={job} isOpen={isEdited} onClose={() => setEdited(false)} />
      <RunJob job={job} hasFailed={hasFailed} />
    </Group>
  );
}

function Config({ job: { config } }: { readonly job: Job }) {
  const entries = Object.entries(config).filter(([, value]) => value !== null);
  return (
    <Section title="With">
      {entries.length === 0 ? (
        <Text size="sm">Nothing set.</Text>
      ) : (
        <Facts facts={entries.map(([name, value]) => [toName(name), sayValue(value, SAID[name])])} />
      )}
    </Section>
  );
}

function toName(field: string): string {
  return capitalize(field.replaceAll('_', ' '));
}

/** Fields whose values have names that people know. */
const SAID: Readonly<Record<string, (value: string) => string>> = {
  platform: toStoreName,
  chart_types: toChartName,
  device: toDeviceName,
  storefront: toCountryName,
};

function sayValue(value: unknown, say: (value: string) => string = String): string {
  if (Array.isArray(value)) return value.map((one) => sayValue(one, say)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? say(value) : JSON.stringify(value);
}

const NEXT = 5;

/** When a job runs, in words and with the next instants. */
function Schedule({ job: { cron_schedule: cron, is_enabled: isEnabled, next_run: next } }: { readonly job: Job }) {
  const now = useNow();
  const instants = cron === null ? [] : listNext(cron, now(), NEXT);
  return (
    <Section title="When">
      <Text mb="xs">{describeCron(cron)}</Text>
      {isEnabled && instants.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            The next {instants.length}
          </Text>
          <ol style={{ margin: 0, paddingLeft: 24 }}>
            {instants.map((instant) => (
              <li key={instant.toISOString()}>{formatInstant(instant.toISOString())} UTC</li>
            ))}
          </ol>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {isEnabled ? `Next: ${formatInstant(next)} UTC` : 'It is off and does not run on schedule.'}
        </Text>
      )}
    </Section>
  );
}

interface RunJobProps {
  readonly job: Pick<Job, 'id' | 'name'>;
  /** Its last run failed. */
  readonly hasFailed?: boolean;
}

/** Runs a job at once, after its price was shown. */
function RunJob({ job: { id, name }, hasFailed = false }: RunJobProps) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(getJobs, getJobsByJobId, getJobsByJobIdRuns);
  return (
    <>
      <Button leftSection={<Icon name="play" size={15} />} onClick={() => setOpen(true)}>
        {hasFailed ? 'Try again' : 'Run now'}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Run ${name}`}
        verb="Run"
        dryRun={() => readPrice(id)}
        run={() => ask(postJobsByJobIdRun, { path: { jobId: id }, body: {} })}
        onDone={refresh}
      />
    </>
  );
}

async function readPrice(jobId: string): Promise<Price> {
  const answer = await ask(postJobsByJobIdRun, { path: { jobId }, body: { dry_run: true } });
  const { queued_categories: categories, estimated_apps: apps, estimated_duration: duration } = answer;
  const lines = [
    ...(categories > 0 ? [['Categories', formatCount(categories)] as const] : []),
    ...(apps > 0 ? [['Apps, about', formatCount(apps)] as const] : []),
    ['Duration, about', duration] as const,
  ];
  return { estimate: 'estimate' in answer ? answer.estimate : { calls: 0, cost_usd: 0 }, lines };
}
