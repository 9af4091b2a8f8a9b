import type { Member } from '#client';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { sayParts, sayProjects, sayLimit, seesCosts, mayWrite, mayExport } from './say-grant.ts';

const yesOrNo = (isSo: boolean): string => (isSo ? 'yes' : 'no');

/** The matrix of members: who sees what. @param names of projects by their ids */
export function makeMemberColumns(names: ReadonlyMap<string, string>): readonly RowColumn<Member>[] {
  return [
    column.text('name', 'Name', 180),
    column.text('email', 'E-mail address', 220, { isOnPhone: true }),
    column.text('role', 'Role', 80, { isOnPhone: true }),
    column.text('projects', 'Projects', 130, { of: (member) => sayProjects(member, names), isOnPhone: true }),
    column.text('screens', 'Screens', 130, { of: sayParts }),
    column.text('costs', 'Costs', 64, { of: (member) => yesOrNo(seesCosts(member)) }),
    column.text('volumes', 'Volumes', 76, { of: ({ hide_volume: isHidden }) => yesOrNo(!isHidden) }),
    column.text('csv', 'Saves CSV', 88, { of: (member) => yesOrNo(mayExport(member)) }),
    column.text('notes', 'Notes', 64, { of: (member) => yesOrNo(mayWrite(member)) }),
    column.text('limit', 'Monthly limit', 110, { of: sayLimit }),
    column.instant('used', 'Last active (UTC)', 160, { of: 'used_at' }),
    column.text('marks', 'Marks', 170, { of: sayMarks }),
  ];
}

function sayMarks({ is_operator: isOperator, email_verified: isProved }: Member): string {
  return [isOperator ? 'operator' : '', isProved ? '' : 'address not proved'].filter(Boolean).join(', ');
}
