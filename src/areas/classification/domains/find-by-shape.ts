import type { Finding } from './finding.ts';
import type { HostName } from './read-host.ts';

interface Shape {
  readonly rule: string;
  readonly matches: (host: HostName) => boolean;
  readonly confidence: number;
  readonly evidence: string;
}

const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{6}/u;

/** What the form of a name says, whatever its words are: that it is no site of anyone. */
const SHAPES: readonly Shape[] = [
  { rule: 'shape:address', matches: ({ isIp }) => isIp, confidence: 90, evidence: 'an address of a machine, not a name' },
  {
    rule: 'shape:no-site',
    matches: ({ registrable, isIp }) => registrable === undefined && !isIp,
    confidence: 90,
    evidence: 'not a name of a site',
  },
  {
    rule: 'shape:mixed',
    matches: ({ isMixedScript }) => isMixedScript,
    confidence: 82,
    evidence: 'letters of several alphabets in one name',
  },
  { rule: 'shape:random', matches: ({ name }) => CONSONANTS.test(name), confidence: 45, evidence: 'letters without sense' },
];

export function findDomainByShape(host: HostName): Finding[] {
  return SHAPES.filter(({ matches }) => matches(host)).map(({ rule, confidence, evidence }) => ({
    property: 'parked_domain',
    rule,
    confidence,
    evidence,
  }));
}
