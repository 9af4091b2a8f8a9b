import { QueryClient } from '@tanstack/react-query';

// Asked whatever the browser says of its network: the service may be on this machine.
const networkMode = 'always';

/** What the service has answered. The router asks before there is a component. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, networkMode }, mutations: { networkMode } },
});
