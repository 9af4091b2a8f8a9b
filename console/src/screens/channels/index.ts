import { defineScreen } from '#app/screen.ts';
import { channelsSearch, organizationChannelsSearch } from './search.ts';

const REAL_TIMES = 'Times of tests and tries';

/** Where messages are sent to. */
export const channelScreens = [
  defineScreen({
    name: 'channels',
    path: '/p/$projectId/channels',
    title: 'Channels',
    group: 'exchange',
    icon: 'send',
    right: 'edit',
    parts: ['work'],
    realTimes: REAL_TIMES,
    search: channelsSearch,
    load: () => import('./channels.tsx'),
  }),
];

/** Those of an organization, and the service's own. */
export const organizationChannelScreens = [
  defineScreen({
    name: 'organization-channels',
    path: '/settings/channels',
    title: 'All channels',
    group: 'settings',
    icon: 'send',
    right: 'manage',
    parts: ['work'],
    realTimes: REAL_TIMES,
    search: organizationChannelsSearch,
    load: () => import('./organization-channels.tsx'),
  }),
];
