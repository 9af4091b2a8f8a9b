import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getLocations } from '#client';
import { answerKey, answerQuery } from './answers/answers.ts';

/** An answer names no more. */
const CODES_MAX = 100;

/** Names of places by their codes; until they are known, and of an unknown code: `location 2840`. */
export function useLocationNames(codes: Iterable<number>): (code: number) => string {
  const wanted = [...new Set(codes)];
  const { data } = useQuery({
    queryKey: answerKey(useLocationNames, wanted),
    queryFn: async ({ client }) => {
      const parts = Array.from({ length: Math.ceil(wanted.length / CODES_MAX) }, (_, at) =>
        wanted.slice(at * CODES_MAX, (at + 1) * CODES_MAX),
      );
      return await Promise.all(
        parts.map((some) => client.ensureQueryData(answerQuery(getLocations, { query: { location_codes: some, limit: CODES_MAX } }))),
      );
    },
  });
  return useMemo(() => {
    const names = new Map(data?.flatMap(({ locations }) => locations.map(({ location_code: code, name }) => [code, name] as const)));
    return (code) => names.get(code) ?? `location ${code}`;
  }, [data]);
}
