import type { Candidate } from '../engine/judgement.ts';
import type { Concept } from './concepts.ts';

/** One thing that a rule found in a URL. */
export interface Finding extends Candidate {
  /** Which kind of rule: it is a feature of the model, and orders rules of equal confidence. */
  readonly kind: 'site' | 'file' | 'system' | 'word' | 'section' | 'phrase' | 'subdomain' | 'fragment' | 'front' | 'shape';
  /** For people: "path /pricing". */
  readonly evidence: string;
  readonly concept?: Concept | undefined;
}
