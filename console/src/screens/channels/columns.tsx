import type { Channel } from '#client';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { findGuide } from './kinds.ts';
import { sayLast, sayQuiet, sayTakes, sayTested } from './say-channel.ts';

/** @param sayOwner whose a channel is */
export function makeChannelColumns(sayOwner: (channel: Channel) => string): readonly RowColumn<Channel>[] {
  return [
    column.text('name', 'Name', 180),
    drawn.status('state', 'State', 100, { isOnPhone: true }),
    column.text('kind', 'Kind', 110, { of: ({ kind }) => findGuide(kind).title, isOnPhone: true }),
    column.text('to', 'To', 200),
    column.text('takes', 'Takes', 220, { of: sayTakes }),
    column.text('quiet', 'Quiet hours', 180, { of: ({ quiet, time_zone: zone }) => sayQuiet(quiet, zone) }),
    column.text('last', 'Last message (UTC)', 220, { of: sayLast, isOnPhone: true }),
    column.text('tested', 'Last test (UTC)', 200, { of: sayTested }),
    column.text('cause', 'Cause', 220, { of: ({ state_reason: reason }) => reason }),
    column.text('owner', 'Whose', 140, { of: sayOwner }),
  ];
}
