import type { World } from '../world/index.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { FactSource } from './facts.ts';
import type { ConsoleTable } from './state.ts';

/** One request to Search Console or its sign-in. */
export interface ConsoleCall {
  readonly world: World;
  readonly facts: FactSource;
  readonly table: ConsoleTable;
  /** The world's date. */
  readonly now: Date;
  /** Epoch milliseconds. */
  readonly realNow: number;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** An error as Google's services write it. */
export function refuse(status: number, reason: string, message: string): Reply {
  const domain = reason.endsWith('Exceeded') || reason === 'accessNotConfigured' ? 'usageLimits' : 'global';
  return jsonReply(status, { error: { code: status, message, errors: [{ message, domain, reason }] } });
}
