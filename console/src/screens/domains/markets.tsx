import type { GetDomainsByDomainKeywordsResponse } from '#client';
import { formatCount } from '#data/format.ts';
import { useLocationNames } from '#data/location-names.ts';
import { toLanguageName } from '#data/names.ts';
import { Empty } from '#ui/states/answered.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import { lookAtPart, type Known } from './fetched.ts';

type Market = GetDomainsByDomainKeywordsResponse['fetches'][number];

/** How many of all keywords that the domain ranks for were fetched, by market. */
export function Markets({ markets }: { readonly markets: readonly Market[] }) {
  const toPlaceName = useLocationNames(markets.map(({ location_code: code }) => code));
  if (markets.length === 0) return 'The ranked keywords have not been fetched.';
  return markets.map((market) => describeMarket(market, toPlaceName(market.location_code))).join(' ');
}

function describeMarket({ status, rows_fetched: rows, rows_total: total, language_code: language }: Market, place: string): string {
  const where = `in ${place}, ${toLanguageName(language)}`;
  if (status === 'failed') return `Keywords that rank ${where} could not be fetched.`;
  if (status === 'skipped') return `Keywords that rank ${where} were left out.`;
  if (status === 'running') return `Keywords that rank ${where} are being fetched: ${formatCount(rows)} so far.`;
  return `${formatCount(rows)} of ${total === null ? 'an unknown number of' : formatCount(total)} keywords that rank ${where} have been fetched.`;
}

interface NoKeywordsProps {
  readonly known: Known;
  readonly markets: readonly Market[];
  readonly isFiltered: boolean;
}

/** Why the list of ranked keywords is empty. */
export function NoKeywords({ known, markets, isFiltered }: NoKeywordsProps) {
  const rows = markets.reduce((sum, { rows_fetched: count }) => sum + count, 0);
  if (isFiltered && rows > 0) return <Empty title="No fetched keyword contains this text" />;
  return (
    <EmptyList
      looked={lookAtPart(known, 'keywords')}
      subject={{ things: 'ranked keywords', done: 'fetched' }}
      title="No keyword that ranks"
    >
      <Markets markets={markets} />
    </EmptyList>
  );
}
