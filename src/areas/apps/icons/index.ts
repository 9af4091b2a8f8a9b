export { toShownIcon } from './icon.ts';
export { queueIcons } from './queue-icons.ts';
