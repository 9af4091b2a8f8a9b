import { badRequest } from '../control/problem.ts';
import type { ControlTools } from '../control/tools.ts';
import type { ConsoleCall } from './call.ts';
import { SearchConsoleBody } from './state.ts';
import { trueConsole } from './truth.ts';

type Tools = Pick<ControlTools, 'world' | 'clock' | 'searchConsole'>;

/** Sets what Search Console has, and how it goes wrong. */
export function configureConsole({ searchConsole: { table }, clock }: Tools, body: unknown): object {
  const parsed = SearchConsoleBody.safeParse(body ?? {});
  if (!parsed.success) throw badRequest(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  table.configure(parsed.data, clock.now());
  return describeConsole({ searchConsole: { table } });
}

export function describeConsole({ searchConsole: { table } }: { readonly searchConsole: Pick<Tools['searchConsole'], 'table'> }): object {
  return { path: '/search-console', ...table.describe('/search-console/token') };
}

/** `GET /_sandbox/truth/search-console`. */
export function answerTruth({ world, clock, searchConsole: { table, facts } }: Tools, query: Readonly<Record<string, string>>): object {
  const call: ConsoleCall = {
    world,
    facts,
    table,
    now: clock.now(),
    realNow: clock.realNow(),
    query,
    authorization: undefined,
    body: '',
  };
  return trueConsole(call, query);
}
