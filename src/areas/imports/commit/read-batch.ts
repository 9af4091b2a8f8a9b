import type { AppContext } from '#context';
import type { Postgres } from '#stores/postgres/types.ts';
import { findFormat } from '../formats/index.ts';
import type { Reading } from '../formats/format.ts';
import type { Import } from '../import.ts';
import { openWholeFile, type WholeFile } from '../upload/with-file.ts';
import { makePointResolver, resolvePage, type ResolvedPage, type ResolvedPoint, type ResolveWorld } from '../values/resolve-point.ts';

export const POINTS_A_BATCH = 10_000;
/** A page of a hundred addresses is about as large as a hundred points. */
const POINTS_A_PAGE = 100;

export interface Batch {
  readonly points: readonly ResolvedPoint[];
  /** Result pages that the other program kept. */
  readonly pages: readonly ResolvedPage[];
  readonly isLast: boolean;
}

interface OpenReading {
  /** The number of the batch that it reads next. */
  readonly at: number;
  readonly file: WholeFile;
  readonly kept: AsyncGenerator<Kept>;
}

type Kept = { readonly point: ResolvedPoint } | { readonly page: ResolvedPage };

type BatchContext = Pick<AppContext, 'postgres' | 'blobs' | 'config'>;

/** Files that this process is in the middle of. */
function makeOpenReadings(): Map<string, OpenReading> {
  return new Map();
}

/**
 * The points of a file, ten thousand at a time, the same ones whenever they are read. A process goes on where it was; after a crash the
 * file is read again from its beginning.
 * @param world as it was when the commit began
 * @param number of the batch, from 0 on
 * @throws UnreadableFileError for a file that cannot be read; AppError 409 when it is gone
 */
export async function readBatch(ctx: BatchContext, record: Import, world: ResolveWorld, number: number): Promise<Batch> {
  const readings = ctx.postgres.recall(makeOpenReadings);
  const known = readings.get(record.id);
  readings.delete(record.id);
  if (known !== undefined && known.at !== number) await close(known);
  const reading = known?.at === number ? known : await begin(ctx, record, world, number);
  try {
    const { points, pages, isLast } = await take(reading.kept);
    if (isLast) await close(reading);
    else readings.set(record.id, { ...reading, at: number + 1 });
    return { points, pages, isLast };
  } catch (error) {
    await close(reading);
    throw error;
  }
}

/** Closes a file that is not read to its end. */
export async function endReading(postgres: Postgres, importId: string): Promise<void> {
  const readings = postgres.recall(makeOpenReadings);
  const reading = readings.get(importId);
  readings.delete(importId);
  if (reading !== undefined) await close(reading);
}

async function begin(ctx: BatchContext, record: Import, world: ResolveWorld, number: number): Promise<OpenReading> {
  const format = findFormat(record.kind ?? '');
  if (format === undefined) throw new Error(`There is no reader of ${record.kind}`);
  const file = await openWholeFile(ctx, record);
  const kept = resolveAll(format.read(file.source, record.mapping), world);
  const reading = { at: number, file, kept };
  try {
    for (let skipped = 0; skipped < number; skipped += 1) await take(kept);
    return reading;
  } catch (error) {
    await close(reading);
    throw error;
  }
}

async function* resolveAll(readings: AsyncIterable<Reading>, world: ResolveWorld): AsyncGenerator<Kept> {
  const resolve = makePointResolver(world);
  for await (const reading of readings) {
    const resolved = reading.kind === 'point' ? resolve(reading) : undefined;
    if (resolved !== undefined && 'point' in resolved) yield { point: resolved.point };
    const page = reading.kind === 'page' ? resolvePage(reading, world) : undefined;
    if (page !== undefined) yield { page };
  }
}

async function take(kept: AsyncGenerator<Kept>): Promise<Batch> {
  const points: ResolvedPoint[] = [];
  const pages: ResolvedPage[] = [];
  while (points.length + pages.length * POINTS_A_PAGE < POINTS_A_BATCH) {
    const { value, done } = await kept.next();
    if (done === true) return { points, pages, isLast: true };
    if ('point' in value) points.push(value.point);
    else pages.push(value.page);
  }
  return { points, pages, isLast: false };
}

async function close({ file, kept }: OpenReading): Promise<void> {
  await kept.return(undefined);
  await file.close();
}
