import { Button, Checkbox, Group, List, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { getAssets, getRankingsSeries, type FailedTry } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useShortcuts } from '#app/use-shortcut.ts';
import { useHasPart } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { Annotate, type Draft } from '#ui/annotate.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { MomentList } from '../../alerts/moments/moments.tsx';
import { useMoments } from '../../alerts/moments/use-moments.ts';
import { toHistory, type Tracked } from './history.ts';
import { useImported } from './use-imported.ts';
import { useFailures } from './use-failures.ts';

const SHOWN_MAX = 5;

const RIVALS_MAX = 20;
const ASSETS_MAX = 200;

interface HistoryChartProps {
  readonly tracked: Tracked;
  /** Said of a history of one check. */
  readonly whenSingle: string;
  /** A day of the chart was chosen. */
  readonly onDay: (day: string) => void;
}

/** Where the project and its competitors stood for a keyword, day by day. */
export function HistoryChart({ tracked, whenSingle, onDay }: HistoryChartProps) {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const query = { project_id: projectId, keyword_ids: [tracked.keywordId], from, to };
  const own = useAnswer(getRankingsSeries, { query: { ...query, pages: true, readings: true, imported: true } });
  const domains = useRivalDomains(projectId);
  const rivals = useAnswer(
    getRankingsSeries,
    { query: { ...query, domains, pages: true, readings: true } },
    { isWanted: domains.length > 0 },
  );
  const failures = useFailures(tracked);
  const { annotations, marks } = useNotes({ projectId, from, to, keywordId: tracked.keywordId });
  const moments = useMoments({ projectId, from, to, keywordId: tracked.keywordId });
  const [{ isLogarithmic, isWhole }, setOptions] = useState({ isLogarithmic: false, isWhole: false });
  const [draft, setDraft] = useState<Draft>();
  const annotate = (): void => setDraft({ projectId, keywordId: tracked.keywordId, date: to });
  useShortcuts([{ keys: 'a', label: 'Annotate', run: annotate }]);
  const { imported, seamNotes } = useImported(tracked, own.data, domains);
  const history = useMemo(
    () =>
      own.data &&
      toHistory({
        tracked,
        own: own.data,
        rivals: rivals.data,
        imported,
        notes: [...marks, ...moments.marks, ...seamNotes],
        failures: failures ?? [],
        isLogarithmic,
        isWhole,
      }),
    [tracked, own.data, rivals.data, imported, seamNotes, marks, moments.marks, failures, isLogarithmic, isWhole],
  );
  return (
    <Answered answer={own} height={320}>
      {() =>
        history ? (
          <>
            <Chart
              title="Positions"
              note="Position 1 is at the top. Gaps are days without a successful check, crosses are days when the site was not found, hatched days had a failed check, and rings mark a change of the ranking page."
              spec={history.spec}
              whenSingle={whenSingle}
              onDay={onDay}
              onNote={({ id }) => {
                const existing = annotations.find((one) => one.id === id);
                if (existing) setDraft({ projectId, date: existing.date, existing });
              }}
              actions={
                <Group gap="xs" mr="xs">
                  <Look isLogarithmic={isLogarithmic} isWhole={isWhole} onChange={setOptions} />
                  <Button size="compact-xs" variant="default" onClick={annotate}>
                    Annotate
                  </Button>
                </Group>
              }
            />
            <MomentList alerts={moments.alerts} />
            <FailedChecks failures={failures ?? []} />
            <PageChanges changes={history.pageChanges} />
            <Annotate draft={draft} onClose={() => setDraft(undefined)} />
          </>
        ) : (
          <Text c="dimmed">This keyword has no history in this period.</Text>
        )
      }
    </Answered>
  );
}

interface LookOptions {
  readonly isLogarithmic: boolean;
  readonly isWhole: boolean;
}

/** Choices of scale and span of the position axis. */
function Look({ onChange, ...options }: LookOptions & { readonly onChange: (options: LookOptions) => void }) {
  const { isLogarithmic, isWhole } = options;
  return (
    <>
      <Checkbox
        size="xs"
        label="Logarithmic"
        checked={isLogarithmic}
        onChange={() => onChange({ ...options, isLogarithmic: !isLogarithmic })}
      />
      <Checkbox size="xs" label="1 to 100" checked={isWhole} onChange={() => onChange({ ...options, isWhole: !isWhole })} />
    </>
  );
}

/** Domains of the project's competitors. */
export function useRivalDomains(projectId: string): string[] {
  const { data } = useAnswer(getAssets, { query: { project_id: projectId, limit: ASSETS_MAX } }, { isWanted: useHasPart('sites') });
  return useMemo(
    () =>
      (data?.assets ?? [])
        .flatMap(({ type, role, value }) => (type === 'website' && role === 'competitor' ? [value] : []))
        .slice(0, RIVALS_MAX),
    [data],
  );
}

function PageChanges({ changes }: { readonly changes: readonly { readonly day: string; readonly page: string }[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        Ranking page changes
      </Text>
      <List size="sm" listStyleType="none">
        {changes.map(({ day, page }) => (
          <List.Item key={day}>
            {formatDay(day)} <OutsideLink href={page} />
          </List.Item>
        ))}
      </List>
    </>
  );
}

/** The marks of failed checks on a chart in words, each with its reason: a drawing cannot be read by touch or by ear. */
function FailedChecks({ failures }: { readonly failures: readonly FailedTry[] }) {
  if (failures.length === 0) return null;
  const rest = failures.length - SHOWN_MAX;
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        Failed checks
      </Text>
      <List size="sm" listStyleType="none" aria-label="Failed checks">
        {failures.slice(0, SHOWN_MAX).map(({ run_id: id, failed_at: at, error }) => (
          <List.Item key={id}>
            <Text span size="sm" c="var(--warn)">
              <Icon name="alert" size={13} /> {formatInstant(at)} UTC
            </Text>{' '}
            {error ?? 'No reason was recorded.'}
          </List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {formatPlural(rest, 'earlier one')} within these days.
        </Text>
      )}
    </>
  );
}
