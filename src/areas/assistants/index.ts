/** Assistants: the tools of all areas, by the Model Context Protocol, and what they buy. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './endpoint-tools/index.ts';
import { endpoints } from './routes/index.ts';
import { tables } from './tables.ts';

export const assistants = defineArea({
  name: 'assistants',
  summary: 'Assistants that work with the service, by the Model Context Protocol, and quotes of theirs that wait for a person.',
  endpoints,
  assistantTools,
  tables,
});
