import { useDebouncedValue } from '@mantine/hooks';
import { getRankingsSeries } from '#client';
import { useNow } from '#app/session.tsx';
import { useAnswer } from '#data/answers.ts';
import { describeReading } from '#ui/reading.ts';
import { toReadings, type Series } from '../history/history.ts';

/** A pointer that crosses the map asks for nothing. */
const WAIT_MS = 250;

interface CellReadingProps {
  readonly series: Series;
  readonly row: number;
  readonly day: number;
}

/** How the check of a cell was read: asked for when it is looked at, because a map has hundreds of thousands of cells. */
export function CellReading({ series, row, day }: CellReadingProps) {
  const { project_id, from, to, rows } = series;
  const now = useNow();
  const wanted = rows[row];
  const [asked] = useDebouncedValue(wanted, WAIT_MS);
  const options = { query: { project_id, from, to, keyword_ids: [asked?.keyword_id ?? ''], readings: true } };
  const { data } = useAnswer(getRankingsSeries, options, { isWanted: asked !== undefined && asked === wanted });
  const at = data?.rows.findIndex(
    (one) => one.keyword_id === wanted?.keyword_id && one.engine === wanted.engine && one.channel === wanted.channel,
  );
  const reading = data && at !== undefined && at >= 0 ? toReadings(data, at)[day] : undefined;
  return reading && ` · ${describeReading(reading, now())}`;
}
