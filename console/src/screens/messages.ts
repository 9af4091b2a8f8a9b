import { alertScreens } from './alerts/index.ts';
import { channelScreens, organizationChannelScreens } from './channels/index.ts';
import { digestScreens, organizationDigestScreens } from './digests/index.ts';
import { inboxScreens } from './inbox/index.ts';

/** What a project's rules say, and where its messages go to. */
export const messageScreens = [...alertScreens, ...channelScreens, ...digestScreens];

/** The inbox of a person, and where an organization's messages go to. */
export const ownMessageScreens = [...inboxScreens, ...organizationChannelScreens, ...organizationDigestScreens];
