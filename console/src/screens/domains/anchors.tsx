import { Text } from '@mantine/core';
import { getDomainsByDomainAnchors, type Anchor, type GetDomainsByDomainAnchorsResponse } from '#client';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';
import { isMoneyShown } from '#ui/states/money.ts';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { EmptyList } from '#ui/states/not-known.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { lookAtPart, type OfDomain } from './fetched.ts';
import { domainSearch } from './search.ts';
import { defineList, type ListAt } from '#ui/list/define-list.tsx';

type Basis = GetDomainsByDomainAnchorsResponse['basis'];

/** Anchor texts are counted in the links that were fetched. */
function toReading({ stored_backlinks: count, fetched_at: checkedAt, cost_usd: usd }: Basis): Reading {
  const price = usd === null ? 'whose price is not recorded' : `which cost ${formatUsd(usd)} together`;
  return { computedFrom: [formatPlural(count, 'stored backlink'), isMoneyShown.get() ? price : ''].join(' ').trim(), checkedAt };
}

function describeBasis({ stored_backlinks: stored, known_backlinks: known, is_whole: isWhole }: Basis): string {
  if (isWhole) return `From all ${formatCount(stored)} backlinks.`;
  return `From ${formatCount(stored)} of ${known === null ? 'an unknown number of' : formatCount(known)} backlinks: those that were fetched.`;
}

const COLUMNS: readonly RowColumn<Anchor>[] = [
  column.text('anchor', 'Text', 360, { of: ({ anchor }) => anchor ?? '(image without alt text)', isOnPhone: true }),
  column.count('links', 'Backlinks', 110, { of: 'backlinks_count', isOnPhone: true }),
  column.share('share', 'Share', 90, { isOnPhone: true }),
  column.count('domains', 'Referring domains', 150, { of: 'referring_domains_count' }),
  column.share('dofollow', 'Followed', 110, { of: 'dofollow_share', hint: 'Share of links without nofollow' }),
  column.day('seen', 'First seen', 120, { of: 'first_seen' }),
];

/** The texts of the links to a domain. */
export const Anchors = defineList({
  search: domainSearch,
  operation: getDomainsByDomainAnchors,
  useOptions: ({ given: { domain } }: ListAt<typeof domainSearch, OfDomain>) => ({ path: { domain } }),
  limit: 200,
  height: 480,
  before: ({ data: { basis } }) =>
    basis.stored_backlinks > 0 && (
      <Text size="sm" c="dimmed" mb="sm">
        {describeBasis(basis)}
      </Text>
    ),
  empty: ({ given: { known } }) => (
    <EmptyList looked={lookAtPart(known, 'backlinks')} subject={{ things: 'backlinks', done: 'fetched' }} title="No live backlinks">
      The backlinks were fetched, and none of them is live.
    </EmptyList>
  ),
  label: 'Anchor texts',
  fileName: 'anchors',
  toSubject: ({ domain }) => domain,
  rows: ({ anchors }) => anchors,
  columns: ({ data: { basis } }) => toReadColumns(COLUMNS, toReading(basis)),
  rowKey: ({ anchor }) => anchor ?? '',
  toTotal: ({ data: { pagination } }) => pagination.total,
});
