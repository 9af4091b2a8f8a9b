/** Opens the embedded engine twice, and prints as JSON what it does after one and after both were closed: `node … <folder>`. */
import { makeLogger } from '#kernel/logger.ts';
import { openClickHouse } from '#stores/clickhouse/index.ts';
import { StoreError } from '#stores/errors.ts';

const [dataDir = ''] = process.argv.slice(2);
const options = { url: undefined, dataDir, logger: makeLogger('silent') };
const first = await openClickHouse(options);
const second = await openClickHouse(options);
const ask = (): Promise<string> =>
  second.ping().then(
    () => 'answers',
    (error: unknown) => (error instanceof StoreError ? error.reason : String(error)),
  );
await first.close();
const whileOneIsOpen = await ask();
await second.close();
process.stdout.write(JSON.stringify({ whileOneIsOpen, afterBoth: await ask() }));
