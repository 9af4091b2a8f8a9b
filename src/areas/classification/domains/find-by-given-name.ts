import { toFinding, type Finding } from './finding.ts';
import type { HostName } from './read-host.ts';
import type { DomainTables } from './tables.ts';

const GIVEN_LENGTH_MIN = 3;
const GIVEN_LENGTH_MAX = 12;
const SURNAME_LENGTH_MIN = 3;
/** A longer rest is no surname. */
const SURNAME_LENGTH_MAX = 14;
/** Three letters begin many words that are no name. */
const LESS_WHEN_SHORT = 24;

/** Names that begin with a given name and could go on with a surname: homepages of persons. */
export function findByGivenName({ name, subLabels }: HostName, { givenNames }: DomainTables): Finding[] {
  const label = subLabels.at(0) ?? name;
  const token = label.replaceAll('-', '');
  for (let length = Math.min(GIVEN_LENGTH_MAX, token.length); length >= GIVEN_LENGTH_MIN; length -= 1) {
    const given = token.slice(0, length);
    const group = givenNames.get(given);
    if (group === undefined) continue;
    const rest = token.length - length;
    if (rest !== 0 && (rest < SURNAME_LENGTH_MIN || rest > SURNAME_LENGTH_MAX)) continue;
    const confidence = group.confidence - (length <= GIVEN_LENGTH_MIN ? LESS_WHEN_SHORT : 0);
    const rule = rest === 0 ? 'given-name' : 'given-name-and-more';
    return [toFinding({ ...group, confidence }, rule, `given name '${given}'`)];
  }
  return [];
}
