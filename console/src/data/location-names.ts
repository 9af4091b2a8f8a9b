import { useQueries } from '@tanstack/react-query';
import { getLocations } from '../../../clients/typescript/src/index.ts';
import { answerQuery } from './answers.ts';

/** An answer names no more. */
const CODES_MAX = 100;

/** Names of places by their codes; until they are known, and of an unknown code: `location 2840`. */
export function useLocationNames(codes: Iterable<number>): (code: number) => string {
  const wanted = [...new Set(codes)];
  const parts = Array.from({ length: Math.ceil(wanted.length / CODES_MAX) }, (_, at) => wanted.slice(at * CODES_MAX, (at + 1) * CODES_MAX));
  return useQueries({
    queries: parts.map((some) => answerQuery(getLocations, { query: { location_codes: some, limit: CODES_MAX } })),
    combine: toNames,
  });
}

type Answers = readonly {
  readonly data?: { readonly locations: readonly { readonly location_code: number; readonly name: string }[] } | undefined;
}[];

function toNames(answers: Answers): (code: number) => string {
  const names = new Map(answers.flatMap(({ data }) => (data?.locations ?? []).map(({ location_code: code, name }) => [code, name])));
  return (code) => names.get(code) ?? `location ${code}`;
}
