import type { z } from 'zod';
import { listColumns } from '#http/answers/csv-form.ts';
import type { CsvRows } from '#http/endpoint.ts';
import { MoverBody, type MovesResponse } from './moves.ts';

/** What moved as rows: first what fell, then what rose, each with the scale that its places count in. */
export const MOVES_ROWS: CsvRows = {
  columns: [...listColumns(MoverBody), 'position_scale'],
  listRows: ({ fell, rose, position_scale: scale }: z.output<typeof MovesResponse>) =>
    [...fell, ...rose].map((mover) => ({ ...mover, position_scale: scale })),
};
