import { Checkbox } from '@mantine/core';
import { formatDay } from '../../data/format.ts';
import styles from './chart.module.css';
import { toCssColor } from '../colors.ts';
import { Figure } from '../figure.tsx';
import { readValue, sayValue, toColor, type ReadChart } from './spec.ts';
import { Table } from '../table.tsx';

interface LegendProps {
  readonly spec: ReadChart;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** The day whose values are shown. */
  readonly at: number;
}

/** The lines as a table: which are shown, and what they say of the day under the cursor. */
export function Legend({ spec, hidden, onToggle, at }: LegendProps) {
  const { lines, days, format, failedDays } = spec;
  const day = days[at];
  return (
    <div className={styles.legend}>
      <Table verticalSpacing={2} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th ta="end" className={styles.value}>
              {formatDay(day)}
              {day !== undefined && failedDays?.has(day) && <span className={styles.failed}> checks failed</span>}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, place) => (
            <Table.Tr key={line.id}>
              <Table.Td className={styles.name}>
                <Checkbox
                  size="xs"
                  color={toCssColor(toColor(line, place))}
                  checked={!hidden.has(line.id)}
                  onChange={() => onToggle(line.id)}
                  label={
                    <span className={styles.lineLabel}>
                      <span className={styles.swatch} style={{ background: toCssColor(toColor(line, place)) }} />
                      {line.label}
                    </span>
                  }
                />
              </Table.Td>
              <Table.Td ta="end" className={styles.value}>
                <Figure text={sayValue(line, at, format)} reading={readValue(spec, at, place)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
