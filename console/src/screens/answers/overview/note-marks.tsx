import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { placeNote } from '../data/place-note.ts';
import styles from './week-line.module.css';

const FLAG_PX = 8;

interface NoteMarksProps {
  readonly notes: readonly ChartNote[];
  /** Every week of the line. */
  readonly weeks: readonly string[];
  /** Weeks from the beginning of the line, as a place. */
  readonly toX: (weeks: number) => number;
  readonly top: number;
  readonly bottom: number;
}

/** Annotations, as the other charts draw them: a flag where one begins, and a band where it lasts. */
export function NoteMarks({ notes, weeks, toX, top, bottom }: NoteMarksProps) {
  return notes.map((note) => {
    const place = placeNote(weeks, note);
    if (place === undefined) return null;
    const [x, end] = place.map(toX) as [number, number];
    return (
      <g key={note.id} data-note={note.id}>
        <title>{note.text}</title>
        {note.to > note.from && <rect x={x} y={top} width={end - x} height={bottom - top} className={styles.lasting} />}
        <line x1={x} x2={x} y1={top} y2={bottom} className={styles.note} />
        <polygon points={`${x - FLAG_PX / 2},${top} ${x + FLAG_PX / 2},${top} ${x},${top + FLAG_PX}`} className={styles.flag} />
      </g>
    );
  });
}
