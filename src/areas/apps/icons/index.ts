export { queueIcons } from './queue-icons.ts';
