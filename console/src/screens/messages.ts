import { alertScreens } from './alerts/index.ts';
import { channelScreens, organizationChannelScreens } from './channels/index.ts';
import { digestScreens, organizationDigestScreens } from './digests/index.ts';
import { exportScreens } from './exports/index.ts';
import { inboxScreens } from './inbox/index.ts';

/** What a project's rules say, where its messages go to, and its lists as files. */
export const messageScreens = [...alertScreens, ...channelScreens, ...digestScreens, ...exportScreens];

/** The inbox of a person, and where an organization's messages go to. */
export const ownMessageScreens = [...inboxScreens, ...organizationChannelScreens, ...organizationDigestScreens];
