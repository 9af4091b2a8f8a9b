import { toFinding, type Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

/** Postal codes of the states of the USA, which its authorities put behind the names of their locations. */
const STATES = new Set(
  (
    'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ' +
    'ut vt va wa wv wi wy dc'
  ).split(' '),
);
const US_SUFFIXES = new Set(['org', 'com', 'net', 'us', 'gov', 'info']);
const LOCATION_AND_STATE_CONFIDENCE = 86;
/** A name with a state behind a hyphen; the location is in no table. */
const STATE_CONFIDENCE = 72;
/** Most words that end like that have nothing to do with a state; the model weighs it. */
const STATE_END_CONFIDENCE = 14;
const LOCATION_LENGTH_MIN = 4;

/** Names that are a town and no more: its authority, and in the USA also a town with its state. */
export function findByLocation({ name, suffix, subLabels }: HostName, { locations }: DomainTables): Finding[] {
  if (subLabels.length > 0) return [];
  const bare = name.replaceAll('-', '');
  const own = locations.get(`${bare}.${suffix}`);
  if (own !== undefined) return [toFinding(own, 'place', `name of ${own.reason}`)];
  return US_SUFFIXES.has(suffix) ? findAmerican(name, bare, locations) : [];
}

function findAmerican(name: string, bare: string, locations: DomainTables['locations']): Finding[] {
  const location = locations.get(`${bare}.us`);
  // Alone it is as often a newspaper or a shop as an authority.
  if (location !== undefined) return [toFinding({ ...location, confidence: 50 }, 'place-name', `name of ${location.reason}`)];
  const state = bare.slice(-2);
  if (bare.length < LOCATION_LENGTH_MIN + 2 || !STATES.has(state)) return [];
  const before = locations.get(`${bare.slice(0, -2)}.us`);
  if (before !== undefined) {
    return [
      toFinding({ ...before, confidence: LOCATION_AND_STATE_CONFIDENCE }, 'place-state', `${before.reason} with its state, ${state}`),
    ];
  }
  const isParted = name.endsWith(`-${state}`);
  return [
    {
      property: 'government',
      confidence: isParted ? STATE_CONFIDENCE : STATE_END_CONFIDENCE,
      rule: isParted ? 'state-parted' : 'state-end',
      evidence: `ends with ${state}, a state of the United States`,
    },
  ];
}
