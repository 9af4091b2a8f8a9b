import type { IconName } from '#ui/icons/paths.ts';

/** A field of what a kind needs. */
export interface KindField {
  /** In `config`. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: string;
  /** Never shown again. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
}

/** A way to send messages, as a person sets it up. */
export interface KindGuide {
  readonly kind: string;
  readonly title: string;
  readonly icon: IconName;
  /** One line under its title. */
  readonly says: string;
  /** How to get what is asked for. */
  readonly steps: readonly string[];
  readonly fields: readonly KindField[];
  /** What to look at when a message that was taken did not arrive. */
  readonly checks: readonly string[];
}

const address = (placeholder: string, more: Partial<KindField> = {}): KindField => ({
  name: 'url',
  label: 'Address',
  placeholder,
  isSecret: true,
  ...more,
});

/** In the order in which they are offered. */
export const KINDS: readonly KindGuide[] = [
  {
    kind: 'slack',
    title: 'Slack',
    icon: 'note',
    says: 'A channel of Slack, or of Mattermost',
    steps: [
      'Open api.slack.com/apps, choose your app or make one, and switch on “Incoming Webhooks”.',
      'Press “Add New Webhook”, and choose the channel.',
      'Copy the address that appears.',
    ],
    fields: [address('https://hooks.slack.com/services/…')],
    checks: [
      'Whether the app is still in the channel: an address stays valid when its channel is archived.',
      'Whether you look at the channel that was chosen when the address was made: it cannot be changed later.',
      'Whether the channel is muted for you.',
    ],
  },
  {
    kind: 'teams',
    title: 'Microsoft Teams',
    icon: 'users',
    says: 'A channel or chat, by a workflow',
    steps: [
      'In Teams, open “Workflows” beside the channel or chat.',
      'Choose “Send webhook alerts to a channel” (or “to a chat”), and finish the steps.',
      'Copy the address at the end. Addresses of “Connectors” have ended.',
    ],
    fields: [address('https://….environment.api.powerplatform.com/…')],
    checks: [
      'The run history of the workflow: Teams takes a message before it posts it.',
      'Whether the workflow is on, and its owner is still in the team.',
      'Whether the channel is a private one: the workflow must post as a person there.',
    ],
  },
  {
    kind: 'discord',
    title: 'Discord',
    icon: 'note',
    says: 'A channel of a server',
    steps: ['Open the settings of the channel, then “Integrations” and “Webhooks”.', 'Press “New Webhook”, and “Copy Webhook URL”.'],
    fields: [address('https://discord.com/api/webhooks/…')],
    checks: ['Whether you look at the channel that the webhook posts to: its settings name it.', 'Whether the webhook is still there.'],
  },
  {
    kind: 'telegram',
    title: 'Telegram',
    icon: 'send',
    says: 'A chat, group or channel, by a bot',
    steps: [
      'Write /newbot to @BotFather, and copy the token of the bot.',
      'Add the bot to the group or channel; in a chat, press “Start”.',
      'Write a message there, and read the id of the chat at api.telegram.org/bot<token>/getUpdates. Ids of groups begin with a minus.',
    ],
    fields: [
      { name: 'token', label: 'Token of the bot', placeholder: '123456789:AAF…', isSecret: true },
      { name: 'chat_id', label: 'Chat', placeholder: '-1001234567890, or @channel' },
    ],
    checks: [
      'Whether the bot is in the group, and may write there.',
      'Whether the group became a supergroup: its id changes then.',
      'In a chat: whether “Start” was pressed.',
    ],
  },
  {
    kind: 'email',
    title: 'E-mail',
    icon: 'mail',
    says: 'Members at once, others when they have confirmed',
    steps: [
      'Enter one address or several. Members of the organization get messages at once.',
      'Everyone else gets a mail with a link first, and nothing more until they press it.',
    ],
    fields: [],
    checks: [
      'The folder for unwanted mail.',
      'Whether the address still waits for its confirmation: the channel says so.',
      'With the operator: whether the sender may send for its domain (SPF and DMARC), which `sightline doctor` looks up.',
    ],
  },
  {
    kind: 'webhook',
    title: 'Webhook',
    icon: 'share',
    says: 'A program of yours: signed JSON',
    steps: [
      'Give the address that takes a POST of JSON. It must be public and https.',
      'You get a secret with which your program checks the signature (Standard Webhooks).',
    ],
    fields: [address('https://hooks.example.com/sightline')],
    checks: [
      'The log of your program: an answer of 200 says only that the request came in.',
      'Whether the signature is checked with the secret that was shown last.',
      'Whether the id was seen before: a message that is sent again has the same one.',
    ],
  },
  {
    kind: 'apprise',
    title: 'Apprise',
    icon: 'queue',
    says: 'Your own apprise server: everything else',
    steps: ['Set up an apprise API server with a key and the services behind it.', 'Give its address with the key.'],
    fields: [
      address('https://apprise.example.com/notify/KEY'),
      { name: 'tag', label: 'Tag', description: 'Only services with this tag', isOptional: true },
    ],
    checks: [
      'The log of the apprise server: it answers before the services behind it do.',
      'Whether a service has the tag of this channel.',
    ],
  },
  {
    kind: 'feed',
    title: 'Feed',
    icon: 'list',
    says: 'An Atom feed for a feed reader',
    steps: ['Nothing to enter: you get an address, and add it to your feed reader.', 'Who has the address can read the feed.'],
    fields: [],
    checks: [
      'Whether the reader has the address that was shown last: one before it answers 404.',
      'How often the reader asks: many ask once an hour.',
    ],
  },
];

/** @returns for a kind that is not known here, one without a guide */
export function findGuide(kind: string): KindGuide {
  return KINDS.find((one) => one.kind === kind) ?? { kind, title: kind, icon: 'send', says: '', steps: [], fields: [], checks: [] };
}
