import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useNow, useSession } from '../../app/session.tsx';
import { formatCount, formatPlural } from '../../data/format.ts';
import { sayNextCheck, sayOneCheck } from '../../data/next-check.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { later } from '../../ui/later.tsx';
import { countFirst, type FirstChecks } from './first-checks.ts';
import type { Keywords } from './table/keywords.ts';

const SuggestedRivals = later(async () => (await import('./rivals/suggested-rivals.tsx')).SuggestedRivals);

interface FirstPositionsProps {
  readonly projectId: string;
  readonly keywords: Keywords;
}

/** How far the first checks of keywords are, and what they came to. It goes when there is a second day to compare with. */
export function FirstPositions({ projectId, keywords }: FirstPositionsProps) {
  const now = useNow();
  const { scopes } = useSession();
  const first = useMemo(() => countFirst(keywords), [keywords]);
  if (first.waiting > 0) return <Waiting first={first} />;
  if (first.days !== 1) return null;
  const next = sayNextCheck(first.nextAt, now(), keywords.answer.time_zone);
  return (
    <Alert variant="outline" color="indigo" mb="sm" icon={<Icon name="check" />} title="The first positions are there">
      <Stack gap="xs">
        <Text size="sm" role="status">
          {describe(first)} {sayOneCheck(next)}
        </Text>
        {scopes.has('write') && <SuggestedRivals projectId={projectId} />}
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
