import { ActionIcon, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import {
  getAssets,
  getDomainsByDomainKeywords,
  getDomainsByDomainSummary,
  type GetDomainsByDomainKeywordsResponse,
  type GetDomainsByDomainSummaryResponse,
  type RankedKeyword,
} from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Figure } from '#ui/layout/figure.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { joinParts, toRankedReading } from '#ui/states/reading.ts';
import { Bars } from '#ui/charts/bars.tsx';
import { toRankBars } from './rank-bars.ts';
import { Table } from '#ui/layout/table.tsx';

/** What one answer holds. */
const READ_MAX = 1000;
const SHOWN_MAX = 100;
const AGAIN_MS = 3000;

interface SuggestionsProps {
  readonly projectId: string;
  readonly chosen: readonly string[];
  /** Keywords that the project has, in small letters. */
  readonly tracked: ReadonlySet<string>;
  readonly onAdd: (keywords: readonly string[]) => void;
}

/** What the website already ranks for, to choose from. */
export function RankedSuggestions({ projectId, ...rest }: SuggestionsProps) {
  const assets = useAnswer(getAssets, { query: { project_id: projectId } });
  const domain = assets.data?.assets.find(({ role, type }) => role === 'primary' && type === 'website')?.value;
  return domain === undefined ? (
    <Text size="sm" c="dimmed">
      Add your website under Assets to see the keywords it ranks for here.
    </Text>
  ) : (
    <KnownKeywords domain={domain} {...rest} />
  );
}

function KnownKeywords({ domain, chosen, tracked, onAdd }: Omit<SuggestionsProps, 'projectId'> & { readonly domain: string }) {
  const summary = useAnswer(getDomainsByDomainSummary, { path: { domain } });
  const isFetching = summary.data !== undefined && ['pending', 'in_progress'].includes(summary.data.onboard_status);
  const again = useAnswer(getDomainsByDomainSummary, { path: { domain } }, { isWanted: isFetching, everyMs: AGAIN_MS });
  const keywords = useAnswer(
    getDomainsByDomainKeywords,
    { path: { domain }, query: { item_type: 'organic', sort: 'search_volume' as const, limit: READ_MAX } },
    { everyMs: isFetching ? AGAIN_MS : undefined },
  );
  const { data } = again.data ? again : summary;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {domain}
        {data && (
          <Text span size="sm" c="dimmed">
            {' '}
            {isFetching ? 'is being fetched' : describeDomain(data)}
          </Text>
        )}
      </Text>
      <Answered answer={keywords} height={240}>
        {({ keywords: rows, fetches, pagination }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {isFetching
                ? 'The first ones appear in a moment.'
                : 'The keywords it ranks for have not been fetched. Fetch its domain under Domains.'}
            </Text>
          ) : (
            <>
              <Text size="sm">{describeCounted(rows.length, pagination.total)}</Text>
              <Bars label="Known keywords by position" barName="Position" bars={toRankBars(rows)} format={formatCount} height={110} />
              <KeywordChoice rows={rows} fetches={fetches} chosen={chosen} tracked={tracked} onAdd={onAdd} />
            </>
          )
        }
      </Answered>
    </Stack>
  );
}

/** What is known of a website, in one line. */
function describeDomain({ ranked_keywords_count: keywords, referring_domains_count: domains }: GetDomainsByDomainSummaryResponse): string {
  const parts = [
    keywords === null ? '' : `ranks for ${formatPlural(keywords, 'keyword')}`,
    domains === null ? '' : `${formatPlural(domains, 'domain')} ${domains === 1 ? 'links' : 'link'} to it`,
  ];
  return joinParts(parts) || 'has not been fetched yet';
}

/** What the bars count: all of them, or as many as one answer holds. */
function describeCounted(read: number, total: number): string {
  if (read < total) return `Where the ${formatCount(read)} most searched of ${formatPlural(total, 'keyword')} stand`;
  return `Where ${total === 1 ? 'the one keyword stands' : `all ${formatCount(total)} stand in the organic results`}`;
}

interface KeywordChoiceProps extends Omit<SuggestionsProps, 'projectId'> {
  readonly rows: readonly RankedKeyword[];
  readonly fetches: GetDomainsByDomainKeywordsResponse['fetches'];
}

function KeywordChoice({ rows, fetches, chosen, tracked, onAdd }: KeywordChoiceProps) {
  const taken = new Set(chosen.map((keyword) => keyword.toLowerCase()));
  const open = rows.filter(({ keyword }) => !taken.has(keyword.toLowerCase()) && !tracked.has(keyword.toLowerCase()));
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Most searched first
        </Text>
        <Button size="compact-xs" variant="default" disabled={open.length === 0} onClick={() => onAdd(open.map(({ keyword }) => keyword))}>
          Add all {formatCount(open.length)} new
        </Button>
      </Group>
      <ScrollArea.Autosize mah={420} type="auto">
        <Table verticalSpacing={3}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Keyword</Table.Th>
              <Table.Th ta="right">Volume</Table.Th>
              <Table.Th ta="right">Position</Table.Th>
              <Table.Th>
                <span className="sr-only">Action</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {open.slice(0, SHOWN_MAX).map((row) => (
              <Table.Tr key={row.keyword}>
                <Table.Td>
                  <bdi>{row.keyword}</bdi>
                </Table.Td>
                <Table.Td ta="right">
                  <Figure text={formatCount(row.search_volume)} says="Monthly searches" reading={toRankedReading(row, fetches)} />
                </Table.Td>
                <Table.Td ta="right">
                  <Figure text={formatCount(row.position)} reading={toRankedReading(row, fetches)} />
                </Table.Td>
                <Table.Td ta="right">
                  <ActionIcon size="sm" aria-label={`Add ${row.keyword}`} onClick={() => onAdd([row.keyword])}>
                    <Icon name="plus" size={15} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {open.length > SHOWN_MAX && (
          <Text size="sm" c="dimmed">
            The {SHOWN_MAX} most searched of {formatCount(open.length)} are listed.
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
