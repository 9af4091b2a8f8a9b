import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { WholeList } from '../../data/whole-list.ts';
import { FirstClick } from '../first-click.tsx';
import { latePart } from '../late-part.tsx';
import { PHONE } from '../phone.ts';
import { saveText } from '../save-file.ts';
import { Cards } from './cards.tsx';
import { CsvButton } from './csv-button.tsx';
import { toCsv } from './csv.ts';
import { useDensity } from './density.ts';
import styles from './grid.module.css';
import { formatShown } from './shown.ts';
import { Table } from './table.tsx';
import { useGrid, type GridInput, type GridState } from './use-grid.ts';

const Picker = latePart(async () => (await import('./picker.tsx')).Picker);
const DensityMenu = latePart(async () => (await import('./density-menu.tsx')).DensityMenu);

export interface GridProps extends Omit<GridInput, 'roomPx'> {
  /** What the rows are, for people who hear the screen: `Keywords`. */
  readonly label: string;
  /** Opens a row: by click or Enter. */
  readonly onOpen?: (row: number) => void;
  /** Actions on the selected rows. With it, rows can be selected. */
  readonly bulk?: (keys: readonly string[], clear: () => void) => ReactNode;
  /** Stands at the left of the buttons above the rows. */
  readonly tools?: ReactNode;
  /** Stands at the end of the foot: sums and averages of the rows shown. */
  readonly summary?: ReactNode;
  /** What is said when no row is there. */
  readonly empty?: ReactNode;
  /** The name of the CSV file, without its ending. No button without it. */
  readonly fileName?: string;
  /** The list of which only a page is here: CSV then holds all of it. */
  readonly whole?: WholeList | undefined;
}

/**
 * A table of up to some ten thousand rows: sorted by its headers, with the columns that the reader picks, with rows
 * that can be selected, by mouse and by keyboard. On a phone it is a list of cards.
 */
export function Grid(props: GridProps) {
  const { label, columns, count, rowKey, place, onOpen, bulk, tools, summary, empty, fileName, whole } = props;
  const [roomPx, setRoom] = useState(0);
  const grid = useGrid({ ...props, roomPx });
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const { density, rowHeight, setDensity } = useDensity();
  const [draft, setDraft] = useState<{ readonly id: string; readonly width: number }>();
  const saveCsv = (rows: Uint32Array): void => saveText(`${fileName}.csv`, 'text/csv', toCsv(grid.chosenColumns, rows));
  return (
    <div>
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap" align="end">
        <div>{tools}</div>
        <Group gap="xs" wrap="nowrap" visibleFrom="sm">
          <FirstClick
            opens="dialog"
            button={
              <Button variant="default" size="xs">
                Columns{grid.shown.length < grid.chosenColumns.length && `, ${grid.shown.length} of ${grid.chosenColumns.length}`}
              </Button>
            }
          >
            {(button, giveBack) => (
              <Picker
                button={button}
                onClose={giveBack}
                columns={columns}
                shown={grid.shown}
                onChange={(shown) => place.set({ columns: shown && formatShown(columns, shown, grid.usual) })}
              />
            )}
          </FirstClick>
          <FirstClick
            opens="menu"
            button={
              <Button variant="default" size="xs">
                Density
              </Button>
            }
          >
            {(button, giveBack) => <DensityMenu button={button} onClose={giveBack} density={density} onChange={setDensity} />}
          </FirstClick>
          {fileName !== undefined && <CsvButton fileName={fileName} whole={whole} onSave={() => saveCsv(grid.rows)} />}
        </Group>
      </Group>
      <div className={styles.frame}>
        {isPhone ? (
          <Cards {...{ label, rowKey, onOpen }} rows={grid.rows} columns={grid.chosenColumns} select={bulk && grid} />
        ) : (
          <Table {...{ label, columns, place, rowKey, rowHeight, onOpen, grid, draft, setDraft, setRoom }} canSelect={bulk !== undefined} />
        )}
        {grid.rows.length === 0 && (
          <Text p="xl" ta="center" c="dimmed" component="div">
            {empty ?? 'Nothing here.'}
          </Text>
        )}
        <Foot
          grid={grid}
          count={count}
          bulk={bulk}
          summary={summary}
          onCsv={fileName === undefined ? undefined : () => saveCsv(grid.rows.filter((row) => grid.isSelected(rowKey(row))))}
        />
      </div>
    </div>
  );
}

const COUNT = new Intl.NumberFormat('en-US');

/** How many rows of how many; with a selection, what can be done with it. */
interface FootProps extends Pick<GridProps, 'bulk' | 'summary'> {
  readonly grid: GridState;
  readonly count: number;
  /** Saves the selected rows. */
  readonly onCsv: (() => void) | undefined;
}

function Foot({ grid, count, bulk, summary, onCsv }: FootProps) {
  const { rows, selected, chooseAll, clear } = grid;
  return (
    <div className={styles.foot}>
      <span aria-live="polite">
        {COUNT.format(rows.length)} of {COUNT.format(count)}
        {selected.length > 0 && `, ${COUNT.format(selected.length)} selected`}
      </span>
      {bulk && selected.length > 0 && (
        <>
          {selected.length < rows.length && (
            <Button variant="subtle" size="compact-sm" onClick={chooseAll}>
              Select all {COUNT.format(rows.length)} that match
            </Button>
          )}
          {bulk(selected, clear)}
          {onCsv && (
            <Button variant="default" size="compact-sm" onClick={onCsv}>
              CSV
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
            Clear
          </Button>
        </>
      )}
      {selected.length === 0 && summary}
    </div>
  );
}
