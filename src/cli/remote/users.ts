import { pick } from './queue.ts';
import type { RemoteCommand } from './remote-command.ts';
import { showRows, toMoment } from './show.ts';

const PATH = '/api/admin/users';

/** `sightline users`: who signs in to the console, and how they get in again. */
export const USER_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    summary: 'list the people who may sign in to the console',
    request: () => ({ method: 'GET', path: PATH }),
    show: (answer) =>
      showRows(
        [
          ['ID', (user) => user.id],
          ['E-MAIL', (user) => user.email],
          ['NAME', (user) => user.name],
          ['ROLE', (user) => user.role ?? 'member'],
          ['PASSWORD', (user) => (user.has_password === true ? 'yes' : 'none: signs in by links')],
          ['SINCE', (user) => toMoment(user.created_at)],
        ],
        answer.users,
        'There are none. The first owner is made by a link: sightline users setup-link',
      ),
  },
  {
    name: 'setup-link',
    summary: 'make another link for the first owner; the one before is good no more',
    request: () => ({ method: 'POST', path: '/api/admin/setup-link' }),
    show: ({ link }) => `First owner: ${String(link)}`,
  },
  {
    name: 'sign-in-link',
    summary: 'make a link that signs a person in, good for one time and ten minutes',
    options: [['--email <address>', 'whom; the first person unless given']],
    request: ({ options }) => ({ method: 'POST', path: `${PATH}/sign-in-link`, body: pick(options, ['email']) }),
    show: ({ link, email, ends_at: endsAt }) => `${String(link)}\nSigns in ${String(email)}, once, until ${toMoment(endsAt)}.`,
  },
  {
    name: 'reset',
    arguments: '<email>',
    summary: 'give a person a new password and show it, this once; ends all their sessions',
    request: ({ args: [email] }) => ({ method: 'POST', path: `${PATH}/reset-password`, body: { email } }),
    show: ({ password, sessions_ended: ended }) => `${String(password)}\nThis is shown once. Sessions ended: ${String(ended)}.`,
  },
  {
    name: 'reset-factors',
    arguments: '<email>',
    summary: 'take every second factor from a person who lost a device and the recovery codes; ends all their sessions',
    request: ({ args: [email] }) => ({ method: 'POST', path: `${PATH}/reset-factors`, body: { email } }),
    show: ({ had_app: hadApp, passkeys_removed: passkeys, sessions_ended: ended }) =>
      `Removed: ${hadApp === true ? 'the authenticator app' : 'no authenticator app'}, passkeys: ${String(passkeys)}. Sessions ended: ${String(ended)}.`,
  },
];
