import { walkFor } from '../../test/console/support/long-walk.ts';
import type { BenchApp } from './app.ts';
import type { BenchRow } from './bench.ts';
import { openConsole } from './console-page.ts';
import { listAddresses } from './console-sizes.ts';

const WALK_MS = 20_000;

/**
 * The short form of `npm run soak console-walk`: the first round loads the scripts and asks everything once.
 * @param params values of the parameters in paths of screens
 */
export async function measureHeap(bench: BenchApp, params: Readonly<Record<string, string>>): Promise<BenchRow> {
  const window = await openConsole(bench);
  const addresses = await listAddresses(params);
  await window.open('/console/');
  await walkFor(window, addresses);
  const { growthMb } = await walkFor(window, addresses, WALK_MS);
  await window.context.close();
  return { figure: 'held more after walking over the screens again', value: growthMb, unit: 'MB', bound: { atMost: 20 } };
}
