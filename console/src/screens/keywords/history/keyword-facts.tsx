import { toInstant } from '#data/time/instant.ts';
import { Badge, Group, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNow, useSession } from '#app/session.tsx';
import { formatAge, formatCount, formatUsd, UNKNOWN } from '#data/format.ts';
import { Change } from '#ui/change.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { OutcomeMark } from '#ui/states/outcome-mark.tsx';
import { describeOutcome, type OutcomeValue } from '#ui/states/outcome.ts';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { toOverviewWords } from '../overview-words.ts';
import type { Keywords } from '../table/keywords.ts';
import { computedOfCheck } from '../table/position-columns.tsx';

interface KeywordFactsProps {
  readonly keywords: Keywords;
  readonly row: number;
  readonly columns?: number;
}

/** What is known of a keyword now. */
export function KeywordFacts({ keywords, row, columns: wide = 6 }: KeywordFactsProps) {
  const now = useNow();
  const { columns, textOf, outcomeOf, targetPageOf, isWrongPage, tags, metricsReadingOf } = keywords;
  const metric = (text: string): ReactNode => <Figure text={text} reading={metricsReadingOf(row)} />;
  const computed = (text: ReactNode, from: string): ReactNode => <Figure text={text} reading={computedOfCheck(keywords, row, from)} />;
  const page = textOf('page', row);
  const target = targetPageOf(row);
  const { hides } = useSession();
  const volume = hides.has('volume') ? [] : [['Volume', metric(formatCount(columns.volume[row]))] as const];
  const [cpc, prices] = hides.has('money')
    ? [[], []]
    : [
        [['CPC', metric(formatUsd(columns.cpc[row]))] as const],
        [['Last price', formatUsd(columns.cost_usd[row])] as const, ['Cost per month', formatUsd(columns.monthly_usd[row])] as const],
      ];
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Position', <OutcomeMark key="position" value={outcomeOf(row)} />],
    ['Change', computed(<Change value={columns.change[row]} />, 'the two newest positions')],
    ['Best', computed(formatCount(columns.best[row]), 'the positions of the days shown')],
    ...volume,
    ...cpc,
    ['Difficulty', metric(formatCount(columns.difficulty[row]))],
    ['Intent', textOf('intent', row) ?? UNKNOWN],
    ['AI Overview', toOverviewWords(textOf('ai_overview', row), columns.ai_overview_place[row]) ?? UNKNOWN],
    ['Checked', textOf('check_interval', row) ?? UNKNOWN],
    ['Depth', `${columns.depth[row]}, ${textOf('depth_strategy', row)?.replaceAll('_', ' ')}`],
    ['Next check', formatAge(toInstant(columns.next_check_at[row]), now())],
    ...prices,
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: wide }} spacing="sm" verticalSpacing="sm" component="dl" m={0}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text size="xs" c="dimmed" component="dt">
              {label}
            </Text>
            <Text fw={500} component="dd" m={0}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Failure outcome={outcomeOf(row)} />
      <Group gap="xs" mt="sm" wrap="wrap">
        {(columns.tags[row] ?? []).map((place) => (
          <Badge key={place}>{tags[place]?.name}</Badge>
        ))}
      </Group>
      <Text size="sm" component="div">
        Page: {page === null ? UNKNOWN : <OutsideLink href={page} />}
      </Text>
      {target !== null && (
        <Text size="sm" component="div">
          Target page: <OutsideLink href={target} />{' '}
          {isWrongPage(row) && (
            <Text span size="sm" c="var(--warn)">
              <Icon name="alert" size={13} /> another page ranks
            </Text>
          )}
        </Text>
      )}
    </>
  );
}

/** That the newest check failed, and why, in words: the mark of it says so to a pointer only. */
function Failure({ outcome }: { readonly outcome: OutcomeValue }) {
  const now = useNow();
  if (outcome.outcome !== 'failed') return null;
  return (
    <Text size="sm" mt="sm" c="var(--warn)">
      <Icon name="alert" size={13} /> {describeOutcome(outcome, now()).sentence}.
    </Text>
  );
}
