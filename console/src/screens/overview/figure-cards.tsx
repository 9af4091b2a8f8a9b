import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OverviewDay, OverviewLinks } from '#client';
import { pickFilters } from '#app/filters.ts';
import { useMay, useNow, useSession, useShows } from '#app/session.tsx';
import { useRawSearch } from '#app/use-screen-search.ts';
import { formatCount, formatDay, formatDecimal, formatPlural, formatUsd, formatUsdTotal } from '#data/format.ts';
import { formatPoints, formatShare } from '#data/shares.ts';
import { later } from '#ui/states/later.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Change } from '#ui/change.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { toMetricReading, type Reading } from '#ui/states/reading.ts';
import { toDayReading } from './day-reading.ts';
import { findLast, toFigure, type Overview } from './figures.ts';

const BudgetBar = later(async () => (await import('./budget-bar.tsx')).BudgetBar);

interface FigureCardProps {
  readonly label: string;
  readonly value: string;
  readonly reading: Reading | undefined;
  readonly change?: ReactNode;
  readonly below: ReactNode;
  /** The path of a screen as the list has it. */
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

/** A figure that leads to what it is made of. */
function FigureCard({ label, value, reading, change, below, to, params = {}, search = {} }: FigureCardProps) {
  const filters = pickFilters(useRawSearch());
  return (
    <Card withBorder padding="sm">
      <Stack gap={2}>
        <AppLink to={to} params={params} search={{ ...filters, ...search }} size="sm" c="dimmed">
          {label}
        </AppLink>
        <Group gap={8} align="baseline">
          <Text fz={24} fw={600} lh={1.2} data-tile={label}>
            <Figure text={value} reading={reading} />
          </Text>
          {change && <Figure text={change} reading={reading && { ...reading, computedFrom: 'this figure and the previous period' }} />}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {below}
        </Text>
      </Stack>
    </Card>
  );
}

/** The figures of a project at the end of the period, each against what it is compared with. */
export function FigureCards({ overview }: { readonly overview: Overview }) {
  const { project_id: projectId, outcomes, spend } = overview;
  const { parts } = useSession();
  const showsMoney = useShows('money');
  const params = { projectId };
  const last = findLast(overview.days);
  const reading = toDayReading(last);
  const share = toFigure(overview, (day) => day.share_of_voice);
  const position = toFigure(overview, (day) => day.average_position);
  const top10 = toFigure(overview, (day) => day.top_10);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <FigureCard
        label="Share of voice"
        value={formatShare(share.value)}
        reading={reading}
        change={<Change value={share.change} format={formatPoints} />}
        below={<ShareNote overview={overview} last={last} />}
        to="/p/$projectId/competitors"
        params={params}
      />
      <FigureCard
        label="Average position"
        value={formatDecimal(position.value)}
        reading={reading}
        change={<Change value={position.change} format={formatDecimal} isLessBetter />}
        below={
          last
            ? `${formatCount(last.ranked)} of ${formatPlural(last.keywords, 'keyword')} ${last.ranked === 1 ? 'ranks' : 'rank'}`
            : 'no successful check in this period'
        }
        to="/p/$projectId/keywords"
        params={params}
        search={{ sort: 'position' }}
      />
      <FigureCard
        label="In the top 10"
        value={formatCount(top10.value)}
        reading={reading}
        change={<Change value={top10.change} />}
        below={last ? `${formatCount(last.top_3)} of them in the top 3` : 'no successful check in this period'}
        to="/p/$projectId/keywords"
        params={params}
        search={{ band: ['top3', 'top10'] }}
      />
      <FigureCard
        label="Failed checks"
        value={formatCount(outcomes.pending === outcomes.tracked ? null : outcomes.failed)}
        reading={{
          computedFrom: `the newest checks of ${formatPlural(outcomes.tracked, 'tracked keyword')}`,
          checkedAt: overview.last_check_at,
        }}
        below={
          outcomes.pending > 0
            ? `${formatPlural(outcomes.pending, 'keyword')} not checked yet`
            : `of ${formatPlural(outcomes.tracked, 'tracked keyword')}`
        }
        to="/p/$projectId/keywords"
        params={params}
        search={{ band: ['failed'] }}
      />
      {showsMoney && <SpendCard projectId={projectId} spend={spend} />}
      {(parts === undefined || parts.has('sites')) && <LinksCard backlinks={overview.backlinks} />}
    </SimpleGrid>
  );
}

/** What the share is of, and what it is weighed by. */
function ShareNote({
  overview: { share_of_voice_weighing: weighing },
  last,
}: {
  readonly overview: Overview;
  readonly last: OverviewDay | undefined;
}) {
  return (
    <>
      {last && last.keywords_without_volume > 0
        ? `${formatPlural(last.keywords_without_volume, 'keyword')} without a known volume`
        : 'of all possible clicks'}
      <div title={weighing.falls_back ?? undefined}>{weighing.name}</div>
    </>
  );
}

function SpendCard({ projectId, spend }: { readonly projectId: string; readonly spend: Overview['spend'] }) {
  const { month_usd: month, budget_usd: budget } = spend;
  const percent = budget === null || budget === 0 ? undefined : Math.min(100, (month / budget) * 100);
  return (
    <FigureCard
      label="Spent this month"
      value={formatUsdTotal(month)}
      reading={{ computedFrom: `the ledger of this month, ${formatUsd(month)} exactly`, checkedAt: useNow()().toISOString() }}
      below={
        <>
          {describeMonth(spend)}
          {percent !== undefined && <BudgetBar percent={percent} />}
        </>
      }
      to={useMay('edit') ? '/p/$projectId/settings' : '/p/$projectId/costs'}
      params={{ projectId }}
    />
  );
}

/** Where the month is heading: to its end, or before that to the limit. */
function describeMonth({ projected_usd: projected, budget_usd: budget, stops_on: stopsOn, month_usd: month }: Overview['spend']): string {
  if (budget === null) return `${formatUsdTotal(projected)} by the end of the month`;
  const limit = formatUsd(budget);
  if (month >= budget) return `The limit of ${limit} is used up: nothing more is bought this month`;
  if (stopsOn !== null) return `The limit of ${limit} will be reached on ${formatDay(stopsOn)}`;
  return `${formatUsdTotal(projected)} by the end of the month, within the limit of ${limit}`;
}

function LinksCard({ backlinks }: Pick<Overview, 'backlinks'>) {
  const first = backlinks[0];
  if (!first)
    return (
      <FigureCard
        label="Referring domains"
        value={formatCount(null)}
        reading={undefined}
        below="nothing fetched for a website of yours"
        to="/domains"
      />
    );
  const { referring_domains: now, previous_referring_domains: before, domain } = first;
  return (
    <FigureCard
      label="Referring domains"
      value={formatCount(now)}
      reading={toMetricReading(first.reading)}
      change={<Change value={now === null || before === null ? null : now - before} />}
      below={describeLinks(first)}
      to="/domains/$domain"
      params={{ domain }}
      search={{ tab: 'links' }}
    />
  );
}

const FETCHES = { pending: 'not fetched yet', in_progress: 'being fetched now', failed: 'could not be fetched' } as const;

/** The week that the links are of, or why they are not known. */
function describeLinks({
  domain,
  onboard_status: status,
  referring_domains: now,
  previous_referring_domains: before,
}: OverviewLinks): string {
  if (now === null) return `of ${domain}: ${status === 'complete' ? 'no week is known yet' : FETCHES[status]}`;
  return before === null ? `of ${domain}; no earlier week is known` : `of ${domain}, against the week before`;
}
