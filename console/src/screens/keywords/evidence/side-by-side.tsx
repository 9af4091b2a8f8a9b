import { toWords } from '#data/words.ts';
import { Badge, Button, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { formatDay } from '#data/format.ts';
import { Change } from '#ui/change.tsx';
import type { PositionScale } from '#ui/charts/position-bands.ts';
import { compareResults, type ComparedResult, type Result } from './compare.ts';
import type { TwoPages } from './explain.ts';
import { findOwn, findPassing, toPlaceIn } from './own-place.ts';
import styles from './side-by-side.module.css';

/** Two result pages place by place, with the project's own row in view. */
export function SideBySide({ scale, before, after }: Omit<TwoPages, 'failedDays'>) {
  const box = useRef<HTMLDivElement>(null);
  const [then, now] = useMemo(
    () => [compareResults(before.results, after.results), compareResults(after.results, before.results)],
    [before, after],
  );
  const passed = useMemo(() => new Set(findPassing(before.results, after.results).passed), [before, after]);
  const rows = Math.max(...[...before.results, ...after.results].map(({ rank_absolute: place }) => place), 0);
  useEffect(() => {
    for (const own of box.current?.querySelectorAll<HTMLElement>('[data-own]') ?? []) showWithin(own);
  }, [before, after]);
  return (
    <div ref={box} className={styles.both} role="group" aria-label="Both result pages">
      <Side day={before.day} results={then} rows={rows} scale={scale} marks={(row) => <Left row={row} />} />
      <Side
        day={after.day}
        results={now}
        rows={rows}
        scale={scale}
        marks={({ result, before: place }) => (
          <>
            {passed.has(result.domain ?? '') && <Badge size="sm">passed you</Badge>}
            {place === null ? <Badge size="sm">new</Badge> : <Change value={place - result.rank_absolute} size="xs" />}
          </>
        )}
      />
    </div>
  );
}

interface SideProps {
  readonly day: string;
  readonly results: readonly ComparedResult[];
  /** Rows of the longer page. */
  readonly rows: number;
  readonly scale: PositionScale;
  readonly marks: (row: ComparedResult) => ReactNode;
}

function Side({ day, results, rows, scale, marks }: SideProps) {
  const side = useRef<HTMLDivElement>(null);
  const byPlace = useMemo(() => new Map(results.map((row) => [row.result.rank_absolute, row])), [results]);
  const own = findOwn(results.map(({ result }) => result));
  const show = (): void => {
    const row = side.current?.querySelector<HTMLElement>('[data-own]');
    if (row) showWithin(row);
  };
  return (
    <div ref={side} className={styles.side} role="region" aria-label={`The page of ${formatDay(day)}`} tabIndex={0}>
      <div className={styles.head}>
        <Title order={3} size="h6">
          {formatDay(day)}
        </Title>
        {own ? (
          <Button size="compact-xs" variant="default" onClick={show}>
            You: {toPlaceIn(own, scale)}
          </Button>
        ) : (
          <Text size="xs" c="dimmed">
            You: not found
          </Text>
        )}
      </div>
      <ol className={styles.list}>
        {Array.from({ length: rows }, (_, at) => (
          <Row key={at + 1} place={at + 1} row={byPlace.get(at + 1)} own={own} scale={scale} marks={marks} />
        ))}
      </ol>
    </div>
  );
}

interface RowProps extends Pick<SideProps, 'scale' | 'marks'> {
  /** Among everything on the page. */
  readonly place: number;
  /** Undefined: the page was shorter, or not read so deep. */
  readonly row: ComparedResult | undefined;
  readonly own: Result | undefined;
}

function Row({ place, row, own, scale, marks }: RowProps) {
  if (!row) return <li className={styles.row} aria-hidden data-place={place} />;
  const { result } = row;
  const isResult = result.type === 'organic' || result.type === own?.type;
  return (
    <li
      className={styles.row}
      data-place={place}
      data-kind={isResult ? 'result' : 'block'}
      {...(result === own && { 'data-own': true, 'aria-current': true })}
    >
      <span className={styles.place} title={`Place ${place} among everything on the page`}>
        {isResult ? toPlaceIn(result, scale) : ''}
      </span>
      <span>
        <Text span size="sm" fw={result.relationship === 'MINE' ? 700 : 500} className={styles.site} display="block">
          {result.domain ?? toWords(result.type)}
          {result.relationship !== 'OTHER' && ` · ${result.relationship === 'MINE' ? 'yours' : 'competitor'}`}
          {!isResult && result.domain !== null && ` · ${toWords(result.type)}`}
        </Text>
        <Text span size="xs" c="dimmed" className={styles.title}>
          {result.title ?? result.url ?? ''}
        </Text>
      </span>
      <span className={styles.marks}>{marks(row)}</span>
    </li>
  );
}

/** Where a result of the former page went. */
function Left({ row: { before: place } }: { readonly row: ComparedResult }) {
  return place === null ? <Badge size="sm">gone</Badge> : null;
}

/** Moves what scrolls around an element, and not the page, until the element stands in its middle. */
function showWithin(element: HTMLElement): void {
  for (let box = element.parentElement; box && box.id !== 'screen' && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) continue;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2;
  }
}
