import { Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFileName } from '#app/use-file-name.ts';
import type { Column } from '#ui/grid/columns/column.ts';
import { toCsv } from '#ui/grid/csv.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { later } from '#ui/states/later.tsx';
import { saveBlob, saveText } from '#ui/actions/save-file.ts';
import styles from './chart.module.css';
import { readColors } from '../colors.ts';

const Grid = later(async () => (await import('#ui/grid/grid.tsx')).Grid);

const PNG_MARGIN_PX = 16;
const PNG_TITLE_PX = 28;

interface ChartPanelProps {
  readonly title: string;
  /** A sentence below the title: what is counted, and what is left out. */
  readonly note?: ReactNode;
  /** The data of the figure, a row for each point: for "show as table" and CSV. */
  readonly columns: readonly Column[];
  readonly count: number;
  /** The picture, when there is one to save. */
  readonly canvas?: () => HTMLCanvasElement | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title, and beside it what every chart has: its data as a table, as CSV, and its picture. */
export function ChartPanel({ title, note, columns, count, canvas, actions, children }: ChartPanelProps) {
  const [isTable, setIsTable] = useState(false);
  const place = useLocalPlace();
  const name = useFileName()(title);
  return (
    <section aria-label={title} className={styles.figure}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <div className={styles.words}>
          <Title order={2} size="h5">
            {title}
          </Title>
          {note && (
            <Text size="xs" c="dimmed" component="div">
              {note}
            </Text>
          )}
        </div>
        <Group gap={4}>
          {actions}
          <Button variant="subtle" color="gray" size="compact-xs" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() =>
              saveText(
                `${name}.csv`,
                'text/csv',
                toCsv(
                  columns,
                  Array.from({ length: count }, (_, row) => row),
                ),
              )
            }
          >
            CSV
          </Button>
          {canvas && (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => savePng(name, title, canvas())}>
              PNG
            </Button>
          )}
        </Group>
      </Group>
      {isTable ? <Grid label={`${title}, as a table`} columns={columns} count={count} rowKey={String} place={place} /> : children}
    </section>
  );
}

/** Saves a canvas with its title, on the paper of the page. */
function savePng(name: string, title: string, canvas: HTMLCanvasElement | undefined): void {
  if (!canvas) return;
  const { paper, axis } = readColors();
  const margin = PNG_MARGIN_PX * devicePixelRatio;
  const top = PNG_TITLE_PX * devicePixelRatio;
  const picture = document.createElement('canvas');
  picture.width = canvas.width + 2 * margin;
  picture.height = canvas.height + 2 * margin + top;
  const context = picture.getContext('2d');
  if (!context) return;
  context.fillStyle = paper;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = axis;
  context.font = `600 ${14 * devicePixelRatio}px system-ui, sans-serif`;
  context.fillText(title, margin, margin + top / 2);
  context.drawImage(canvas, margin, margin + top);
  picture.toBlob((blob) => blob && saveBlob(`${name}.png`, blob));
}
