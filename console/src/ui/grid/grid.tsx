import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState, type ReactNode } from 'react';
import { useMay, useSession } from '#app/session.tsx';
import { useFileName } from '#app/use-file-name.ts';
import type { ListSource } from '#data/answers/list-source.ts';
import type { WholeList } from '#data/answers/whole-list.ts';
import { FirstClick } from '../actions/first-click.tsx';
import { Icon } from '../icons/icon.tsx';
import { latePart } from '../states/late-part.tsx';
import { PHONE } from '../layout/phone.ts';
import { saveText } from '../actions/save-file.ts';
import { Cards } from './cards/cards.tsx';
import type { Column } from './columns/column.ts';
import { CsvButton } from './csv-button.tsx';
import { toCsv, toCsvColumns } from './csv.ts';
import { useDensity } from './density.ts';
import styles from './grid.module.css';
import { formatShown } from './columns/shown.ts';
import { Table } from './table.tsx';
import { useGrid, type GridInput, type GridState } from './use-grid.ts';

const MoreMenu = latePart(async () => (await import('./more-menu.tsx')).MoreMenu);

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
  /** What the CSV file holds, in its name. No button without it. */
  readonly fileName?: string;
  /** What a file holds in place of what is shown, where a row is several in one. */
  readonly lines?: { readonly columns: readonly Column[]; readonly toRows: (rows: Uint32Array) => Uint32Array };
  /** Whose rows these are, besides the project of the address: also in its name. */
  readonly subject?: string | undefined;
  /** The list of which only a page is here: CSV then holds all of it. */
  readonly whole?: WholeList | undefined;
  /** The list that the service has these rows from, which can be saved as an export. */
  readonly source?: ListSource | undefined;
}

/**
 * A table of up to some ten thousand rows: sorted by its headers, with the columns that the reader picks, with rows
 * that can be selected, by mouse and by keyboard. On a phone it is a list of cards.
 */
export function Grid({ columns, ...props }: GridProps) {
  const { hides } = useSession();
  const shown = useMemo(() => columns.filter(({ holds }) => holds === undefined || !hides.has(holds)), [columns, hides]);
  return <ShownGrid {...props} columns={shown} />;
}

function ShownGrid(props: GridProps) {
  const { label, columns, count, rowKey, place, onOpen, bulk, tools, summary, empty, fileName, subject, whole, source, lines } = props;
  const [roomPx, setRoom] = useState(0);
  const grid = useGrid({ ...props, roomPx });
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const { density, rowHeight, setDensity } = useDensity();
  const [draft, setDraft] = useState<{ readonly id: string; readonly width: number }>();
  const toName = useFileName();
  const mayExport = useMay('export');
  const name = mayExport && fileName ? toName(fileName, subject) : undefined;
  const saveCsv = (rows: Uint32Array): void =>
    saveText(`${name}.csv`, 'text/csv', toCsv(lines?.columns ?? toCsvColumns(columns, grid.chosenColumns), lines?.toRows(rows) ?? rows));
  const save = (): void => saveCsv(grid.rows);
  // The file is the main act of the list that a screen is about; for a part of a screen it is one of several.
  const isCsvInMenu = name !== undefined && bulk === undefined && whole === undefined;
  return (
    <div>
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap" align="end">
        <div>{tools}</div>
        <Group gap="xs" wrap="nowrap" visibleFrom="sm">
          {name !== undefined && <CsvButton fileName={name} whole={whole} isHidden={isCsvInMenu} onSave={save} />}
          <FirstClick
            opens="menu"
            button={
              <Button variant="default" size="xs" px={8} aria-label={`More of ${label}`} title="Columns, density">
                <Icon name="dots" size={16} />
              </Button>
            }
          >
            {(button, giveBack) => (
              <MoreMenu
                button={button}
                onClose={giveBack}
                columns={columns}
                shown={grid.shown}
                chosen={grid.chosenColumns.length}
                onShow={(shown) => place.set({ columns: shown && formatShown(columns, shown, grid.usual) })}
                density={density}
                onDensity={setDensity}
                onCsv={isCsvInMenu ? save : undefined}
                source={source}
              />
            )}
          </FirstClick>
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
          onCsv={name === undefined ? undefined : () => saveCsv(grid.rows.filter((row) => grid.isSelected(rowKey(row))))}
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
  if (count === 0 && !summary) return null;
  return (
    <div className={styles.foot}>
      <span aria-live="polite">
        {count > 0 && `${COUNT.format(rows.length)} of ${COUNT.format(count)}`}
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
