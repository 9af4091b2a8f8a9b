import { UNKNOWN } from '#data/format.ts';
import { Change } from '#ui/change.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { makeKind } from './kinds.ts';

/** Kinds of columns whose cells are more than a text. Apart from the others because tests of those load no JSX. */
export const drawn = {
  change: makeKind<number>({ kind: 'number' }, (value) => <Change value={value} />),
  status: makeKind<string>({ kind: 'text' }, (status) => (status === null ? UNKNOWN : <StatusBadge status={status} />)),
  link: makeKind<string>({ kind: 'text' }, (url) => (url === null ? UNKNOWN : <OutsideLink href={url} />)),
} as const;
