import { formatUsd, UNKNOWN } from '#data/format.ts';
import { makeStore } from '#data/store.ts';

/** Whether the person is shown what things cost. Where they are not, no sentence says a word of it. */
export const isMoneyShown = makeStore(true);

/** ` for $0.02`, after what is done; nothing where the price is not known, or not shown. */
export function forUsd(usd: number | null | undefined, words = ' for '): string {
  const text = formatUsd(usd);
  return text === UNKNOWN ? '' : `${words}${text}`;
}
