import type { AppContext } from '#context';
import type { Postgres } from '#stores/postgres/types.ts';
import { findFormat } from '../formats/index.ts';
import type { Import } from '../import.ts';
import { openWholeFile, type WholeFile } from '../upload/with-file.ts';
import type { ResolveWorld } from '../values/resolve-point.ts';
import { makeKeeper, type Batch, type Keeper } from './keep-readings.ts';

interface OpenReading {
  /** The number of the batch that it reads next. */
  readonly at: number;
  readonly file: WholeFile;
  readonly keeper: Keeper;
}

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
    const batch = await reading.keeper.take();
    if (batch.isLast) await close(reading);
    else readings.set(record.id, { ...reading, at: number + 1 });
    return batch;
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
  const keeper = makeKeeper(format.read(file.source, record.mapping), world);
  const reading = { at: number, file, keeper };
  try {
    for (let skipped = 0; skipped < number; skipped += 1) await keeper.take();
    return reading;
  } catch (error) {
    await close(reading);
    throw error;
  }
}

async function close({ file, keeper }: OpenReading): Promise<void> {
  await keeper.close();
  await file.close();
}
