import { getAdminCostsFreeTiers } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Section } from '#ui/layout/section.tsx';
import { toServiceName } from './service-name.ts';

/** Free tiers and how much of them is used, and the rates of the services. */
export function Services() {
  const answer = useAnswer(getAdminCostsFreeTiers, {});
  return (
    <Answered answer={answer} height={400}>
      {({ free_tiers: tiers, rates }) => (
        <>
          <Section title="Free tiers">
            <SimpleTable
              label="Free tiers"
              head={['Service', 'Used', 'Of', 'Left', 'Resets (UTC)']}
              rows={tiers.map(({ service, unit, period, limit, used, remaining, resets_at: resetsAt }) => [
                toServiceName(service),
                `${formatCount(used)} ${unit}`,
                limit === null ? 'no limit' : `${formatCount(limit)} a ${period}`,
                remaining === null ? '–' : formatCount(remaining),
                formatInstant(resetsAt),
              ])}
            />
          </Section>
          <Section title="Rates">
            <SimpleTable
              label="Rates"
              head={['Service', 'Estimate', 'For']}
              rows={rates.map(({ service, rate_usd: usd, unit }) => [
                toServiceName(service),
                usd === null ? 'by operation' : formatUsd(usd),
                unit,
              ])}
            />
          </Section>
        </>
      )}
    </Answered>
  );
}

interface SimpleTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const WIDTH_PX = 180;

/** Texts in columns, the first one being the name of a row. */
function SimpleTable({ label, head, rows }: SimpleTableProps) {
  const columns = head.map((title, at): RowColumn<readonly string[]> =>
    column.text(title, title, WIDTH_PX, { of: (row) => row[at] ?? null }),
  );
  return <RowsGrid label={label} rows={rows} columns={columns} rowKey={(row) => row[0] ?? ''} place={useLocalPlace()} />;
}
