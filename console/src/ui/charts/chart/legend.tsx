import { Checkbox } from '@mantine/core';
import { formatDay } from '#data/format.ts';
import styles from './chart.module.css';
import { toCssColor } from '../colors.ts';
import { Figure } from '#ui/layout/figure.tsx';
import { LINES_IN_A_ROW, readValue, sayValue, toColor, type Line, type ReadChart } from './spec.ts';
import { Table } from '#ui/layout/table.tsx';

interface LegendProps {
  /** Title of the chart: a single line of the same name is not named again. */
  readonly title: string;
  readonly spec: ReadChart;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** The day whose values are shown. */
  readonly at: number;
}

/** The day under the cursor and what the lines say of it. Of several lines each can be switched off. */
export function Legend(props: LegendProps) {
  return props.spec.lines.length > LINES_IN_A_ROW ? <LegendTable {...props} /> : <LegendRow {...props} />;
}

function LegendRow({ title, spec, hidden, onToggle, at }: LegendProps) {
  const { lines, format } = spec;
  return (
    <div className={styles.row}>
      <DayOfChart spec={spec} at={at} />
      {lines.map((line, place) => {
        const value = <Figure text={sayValue(line, at, format)} reading={readValue(spec, at, place)} />;
        return lines.length === 1 ? (
          <span key={line.id} className={styles.item}>
            {line.label !== title && `${line.label} `}
            <strong>{value}</strong>
          </span>
        ) : (
          <span key={line.id} className={styles.item}>
            <button type="button" className={styles.line} aria-pressed={!hidden.has(line.id)} onClick={() => onToggle(line.id)}>
              <LineName line={line} place={place} />
            </button>
            <strong>{value}</strong>
          </span>
        );
      })}
    </div>
  );
}

function LegendTable({ spec, hidden, onToggle, at }: LegendProps) {
  const { lines, format } = spec;
  return (
    <div className={styles.legend}>
      <Table verticalSpacing={2} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <DayOfChart spec={spec} at={at} />
            </Table.Th>
            <Table.Th aria-label="Value" />
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
                  label={<LineName line={line} place={place} />}
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

function LineName({ line, place }: { readonly line: Line; readonly place: number }) {
  return (
    <span className={styles.lineLabel}>
      <span className={styles.swatch} style={{ background: toCssColor(toColor(line, place)) }} />
      {line.label}
    </span>
  );
}

function DayOfChart({ spec: { days, failedDays }, at }: Pick<LegendProps, 'spec' | 'at'>) {
  const day = days[at];
  return (
    <span className={styles.day}>
      {formatDay(day)}
      {day !== undefined && failedDays?.has(day) && <span className={styles.failed}> checks failed</span>}
    </span>
  );
}
