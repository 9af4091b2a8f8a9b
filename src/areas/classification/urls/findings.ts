import type { Candidate } from '../engine/judgement.ts';
import type { Concept } from './concepts.ts';

/** One thing that a rule found in a URL. */
export interface Finding extends Candidate {
  /** Which kind of rule: it is a feature of the model, and orders rules of equal confidence. */
  readonly kind: 'site' | 'file' | 'system' | 'word' | 'section' | 'phrase' | 'subdomain' | 'fragment' | 'front' | 'name' | 'shape';
  /** Which rule of its kind, where the kind has several that are right to a different degree. */
  readonly basis?: string;
  /** For people: "path /pricing". */
  readonly evidence: string;
  readonly concept?: Concept | undefined;
}
