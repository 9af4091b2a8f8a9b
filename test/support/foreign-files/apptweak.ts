interface AppPlace {
  readonly value: number | null;
  readonly fetch_performed: boolean;
  /** Worked out by AppTweak where there is no value. */
  readonly effective_value: number;
}

const DAYS = 3;

/** Found, not found though it was looked for, and not looked for. */
function placeOn(at: number): AppPlace {
  if (at % DAYS === 0) return { value: 1 + (at % 90), fetch_performed: true, effective_value: 1 + (at % 90) };
  return { value: null, fetch_performed: at % DAYS === 1, effective_value: 501 };
}

/** An answer of AppTweak's API: the history of an app's places for search terms. */
export function makeAppTweakAnswer(terms: number): string {
  const byTerm = Array.from({ length: terms }, (_none, at) => [
    `term ${at}`,
    { rank: Array.from({ length: DAYS }, (_day, day) => ({ date: `2026-01-0${day + 1}`, ...placeOn(at + day) })) },
  ]);
  return JSON.stringify({ result: { '686449807': Object.fromEntries(byTerm) }, metadata: { request: { status: 200 } } });
}

/** The same as a table. */
export function listAppTweakLines(terms: number): string[] {
  const rows = Array.from({ length: terms }, (_none, at) => {
    const { value, fetch_performed: isFetched, effective_value: effective } = placeOn(at);
    return `686449807,term ${at},us,2026-01-01,${value ?? ''},${isFetched},${effective}`;
  });
  return ['app_id,keyword,country,date,value,fetch_performed,effective_value', ...rows];
}
