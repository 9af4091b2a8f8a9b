import { getAdminCostsFreeTiers } from '../../../../../clients/typescript/src/index.ts';
import { useAnswer } from '../../../data/answers.ts';
import { formatCount, formatInstant, formatUsd } from '../../../data/format.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Section } from '../../../ui/section.tsx';
import { WideTable } from '../../../ui/wide-table.tsx';
import { toServiceName } from './service-name.ts';
import { Table } from '../../../ui/table.tsx';

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
              head={['Service', 'Used', 'Of', 'Left', 'Begins again (UTC)']}
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

function SimpleTable({ label, head, rows }: SimpleTableProps) {
  return (
    <WideTable minWidth={480}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row[0]}>
              {row.map((cell, index) => (
                <Table.Td key={head[index]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}
