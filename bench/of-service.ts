import { alerts } from './alerts/alerts.ts';
import { answers } from './answers.ts';
import { answerCheck } from './answer-check.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { imports } from './imports.ts';
import { mcp } from './mcp.ts';
import { people } from './people.ts';
import { searchConsoleBackfill } from './search-console-backfill.ts';
import { searchConsole } from './search-console.ts';
import { socket } from './socket.ts';
import type { Bench } from './support/bench.ts';

/** What is measured of the HTTP engine and of who asks it. */
export const SERVICE_BENCHES: readonly Bench[] = [
  alerts,
  socket,
  people,
  hostileBodies,
  answerCheck,
  imports,
  searchConsole,
  searchConsoleBackfill,
  answers,
  mcp,
];
