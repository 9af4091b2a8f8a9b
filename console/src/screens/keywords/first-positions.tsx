import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useNow, useSession } from '#app/session.tsx';
import { formatCount, formatPlural } from '#data/format.ts';
import { sayNextCheck, sayOneCheck } from '#data/time/next-check.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import type { FirstChecks } from './first-checks.ts';

const SuggestedRivals = later(async () => (await import('./rivals/suggested-rivals.tsx')).SuggestedRivals);

interface FirstPositionsProps {
  readonly projectId: string;
  readonly first: FirstChecks;
  /** IANA name of the project's zone. */
  readonly timeZone: string;
}

/** Progress of the first checks of keywords, and their outcome. */
export function FirstPositions({ projectId, first, timeZone }: FirstPositionsProps) {
  const now = useNow();
  const { rights } = useSession();
  if (first.waiting > 0) return <Waiting first={first} />;
  const next = sayNextCheck(first.nextAt, now(), timeZone);
  return (
    <Alert variant="outline" color="indigo" mb="sm" icon={<Icon name="check" />} title="The first positions are there">
      <Stack gap="xs">
        <Text size="sm" role="status">
          {describe(first)} {sayOneCheck(next)}
        </Text>
        {rights.has('edit') && <SuggestedRivals projectId={projectId} />}
      </Stack>
    </Alert>
  );
}

function Waiting({ first: { all, waiting } }: { readonly first: FirstChecks }) {
  const done = all - waiting;
  return (
    <Stack gap={6} mb="sm">
      <Text size="sm" role="status">
        First checks: {formatCount(done)} of {formatCount(all)} done. Positions appear below as they come.
      </Text>
      <Progress value={(100 * done) / all} animated aria-label="First checks that are done" />
    </Stack>
  );
}

function describe({ all, ranked, notFound, failed, best }: FirstChecks): string {
  const parts = [
    `${formatCount(ranked)} of ${formatPlural(all, 'keyword')} ${ranked === 1 ? 'ranks' : 'rank'}${best === null ? '' : `, the best at ${formatCount(best)}`}`,
    ...(notFound > 0 ? [`${formatCount(notFound)} ${notFound === 1 ? 'was' : 'were'} not found`] : []),
    ...(failed > 0 ? [`${formatPlural(failed, 'check')} failed`] : []),
  ];
  return `${parts.join('; ')}.`;
}
