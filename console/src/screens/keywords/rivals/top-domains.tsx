import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { getTopDomains, type TopDomain } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatDecimal, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { toFigureReading, type Reading } from '#ui/states/reading.ts';
import { AddSite } from '../actions/add-site.tsx';

const DOMAINS_MAX = 100;

interface TopDomainsProps {
  readonly projectId: string;
  /** Sites that the project knows already. */
  readonly known: ReadonlySet<string>;
}

/** Who else stands on the result pages of the project's keywords. */
export function TopDomains({ projectId, known }: TopDomainsProps) {
  const { scopes } = useSession();
  const place = useLocalPlace();
  const canWrite = scopes.has('write');
  const domains = useAnswer(getTopDomains, { query: { project_id: projectId, limit: DOMAINS_MAX } });
  const columns = useMemo(() => toColumns(projectId, known, canWrite), [projectId, known, canWrite]);
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        Sites on these result pages
      </Title>
      <Answered answer={domains} height={240}>
        {({ domains: rows, total }) => (
          <RowsGrid
            label="Sites on the result pages"
            rows={rows}
            total={total}
            columns={columns}
            rowKey={({ domain }) => domain}
            place={place}
            fileName="top-domains"
            empty="No result pages read in the last 38 days."
          />
        )}
      </Answered>
    </div>
  );
}

function toColumns(projectId: string, known: ReadonlySet<string>, canWrite: boolean): RowColumn<TopDomain>[] {
  const reading = ({ keywords_count: count, newest_date: day }: TopDomain): Reading => ({
    computedFrom: `the newest result pages of ${formatPlural(count, 'keyword')}`,
    day,
  });
  return [
    { id: 'domain', title: 'Site', kind: 'text', width: 260, value: ({ domain }) => domain },
    { id: 'keywords', title: 'Keywords', kind: 'number', width: 100, value: ({ keywords_count: count }) => count, reading },
    { id: 'top10', title: 'Top 10', kind: 'number', width: 90, isOnPhone: true, value: ({ top_10_count: count }) => count, reading },
    {
      id: 'average',
      title: 'Average',
      hint: 'Of the result pages it appears on',
      kind: 'number',
      width: 90,
      isDescendingFirst: false,
      value: ({ avg_rank: rank }) => rank,
      render: ({ avg_rank: rank }) => formatDecimal(rank),
      reading,
    },
    {
      id: 'backlinks',
      title: 'Backlinks',
      kind: 'number',
      width: 110,
      value: ({ backlinks_count: count }) => count,
      reading: ({ backlinks_reading: read }) => toFigureReading(read),
    },
    {
      id: 'role',
      title: 'Role',
      kind: 'text',
      width: 160,
      isOnPhone: true,
      value: ({ domain }) => (known.has(domain) ? 'known' : null),
      render: ({ domain }) => {
        if (known.has(domain)) return 'in this project';
        return canWrite ? <AddSite projectId={projectId} domain={domain} role="competitor" /> : '–';
      },
    },
  ];
}
