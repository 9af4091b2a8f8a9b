import { formatCount } from './format.ts';

/** How far something was looked at. What was looked at whole can be said to lack something; nothing else can. */
export type Looked =
  | { readonly state: 'whole' }
  | { readonly state: 'never' }
  /** It is on its way. */
  | { readonly state: 'running' }
  /** It was tried; a budget that refused it is a reason too. */
  | { readonly state: 'failed'; readonly reason: string | null }
  | { readonly state: 'part'; readonly read: number; readonly of: number };

/** What is looked at, and how: `keywords`, `checked`. */
export interface Subject {
  readonly things: string;
  readonly done: 'checked' | 'fetched' | 'read';
}

/** Why it is not known whether there is something; undefined where it was looked at whole. */
export function whyNotKnown(looked: Looked, { things, done }: Subject): string | undefined {
  switch (looked.state) {
    case 'whole':
      return undefined;
    case 'never':
      return `the ${things} have not been ${done} yet.`;
    case 'running':
      return `the ${things} are being ${done} now.`;
    case 'failed':
      return `the ${things} could not be ${done}. ${looked.reason ?? 'No reason was recorded.'}`;
    case 'part':
      return `${formatCount(looked.read)} of ${formatCount(looked.of)} ${things} have been ${done}.`;
  }
}

/** How far a number of things was looked at. */
export function toLooked(read: number, of: number): Looked {
  if (read >= of) return { state: 'whole' };
  return read === 0 ? { state: 'never' } : { state: 'part', read, of };
}
