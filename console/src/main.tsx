import './data/language.ts';
import './app/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { client } from '../../clients/typescript/src/client.gen.ts';
import { router } from './app/router.tsx';
import { resolveVariables, theme } from './app/theme.ts';
import { queries } from './data/answers/query-client.ts';
import { followReach } from './data/answers/reach.ts';

/** The content policy of the page allows styles that carry it, and no others. */
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
setNonce(nonce);
client.setConfig({ baseUrl: window.location.origin });

followReach(() => void queries.invalidateQueries());

const place = document.querySelector('#root');
if (!place) throw new Error('The page has no element for the console');
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
